import type { NewModel, WireId } from "../../mod.ts";
import type { WireSamples } from "../../src/checks/samples/samples.ts";
import type { Excluded } from "./excluded.ts";

/** The modules of the packages a subject needs, by package name. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A dialect of a wire. */
export interface Dialect {
  /** Who speaks it. */
  readonly name: string;
  /** Turns and odd streams as they would be sent. */
  readonly samples: WireSamples;
}

/** One way to stream a turn with one SDK. */
export interface SdkSubject {
  /** The npm packages it needs; the first is the one under test. Empty for our own adapter. */
  readonly packages: readonly string[];
  /** The interface of the SDK that was used, as its users write it. */
  readonly api: string;
  /** The wire it speaks. */
  readonly wire: WireId;
  /** Whose dialect of the wire it speaks, where that is not what the wire's own samples have. */
  readonly dialect?: Dialect | undefined;
  /** What a reader of the verdicts must know about how they came about, in sentences. */
  readonly note?: string | undefined;
  /** What cannot apply to this interface. */
  readonly excluded?: Excluded | undefined;
  /** Makes the adapter out of the loaded packages. */
  newModel(modules: Modules): NewModel;
}

/** The version of each package, by name. */
export type Versions = Readonly<Record<string, string>>;

/** Names a subject, without versions. */
export function nameOf({ packages, api }: SdkSubject): string {
  return [packages[0], api].filter((part) => part !== undefined).join(" ");
}

/** Gives what a package exports by a name, as the type its user knows it to have. */
export function exported<T>(modules: Modules, specifier: string, name = "default"): T {
  return modules[specifier]![name] as T;
}
