import type { NewModel, WireId } from "../../mod.ts";

/** The modules of the packages a subject needs, by package name. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** One way to stream a turn with one SDK. */
export interface SdkSubject {
  /** The npm packages it needs; the first is the one under test. */
  readonly packages: readonly string[];
  /** The interface of the SDK that was used, as its users write it. */
  readonly api: string;
  /** The wire it speaks. */
  readonly wire: WireId;
  /** Makes the adapter out of the loaded packages. */
  newModel(modules: Modules): NewModel;
}

/** The version of each package, by name. */
export type Versions = Readonly<Record<string, string>>;
