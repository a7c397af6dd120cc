import type { HttpConformanceOptions } from "../../testing.ts";
import type { WireId } from "../../mod.ts";

/** A server of somebody else's, and how it is run. */
export interface Peer {
  /** Its package. */
  readonly name: string;
  /** The wires it says it speaks. */
  readonly wires: readonly WireId[];
  /** Its file of rules, which answer what the cases ask. */
  readonly rules: { readonly file: string; readonly content: unknown };
  /** How it is started, in a folder with its package and its rules. */
  start(port: number): {
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** A path that it answers as soon as it listens. */
  readonly health: string;
  /** What it says itself that it does not have. */
  readonly without: NonNullable<HttpConformanceOptions["without"]>;
}

/** What the rules answer. */
export const TEXTS: Readonly<Record<"text" | "long" | "unicode", string>> = {
  text: "All is well in here today.",
  long: "All is well in here, and out there. ".repeat(100),
  unicode: "Grüße, 世界 🌍! Schöne Grüße.",
};

/** The cities that are looked up. */
export const CITIES: Readonly<Record<"tool" | "tools", readonly string[]>> = {
  tool: ["Paris"],
  tools: ["Paris", "Rome"],
};
