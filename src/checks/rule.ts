import type { Model } from "../turn/request.ts";
import type { Lab } from "./lab/lab.ts";
import type { Subject } from "./subject.ts";
import type { ViolationParts } from "./violation.ts";

/** How strict the checks are, and how long they wait. */
export interface TrialSettings {
  /** How long an adapter may take to settle, in milliseconds. */
  readonly deadlineMs: number;
  /** Whether an explicit incomplete finish is accepted in place of an error. */
  readonly lenient: boolean;
  /** Tells the errors by which a response that was cut must fail; by any, if left out. */
  readonly isCutError?: ((error: unknown) => boolean) | undefined;
  /** Whether the wire's last marker must arrive. */
  readonly terminator: "required" | "optional";
}

/** One run of one case: a fresh lab, and a fresh adapter that sends its requests there. */
export interface Trial {
  /** The adapter. */
  readonly model: Model;
  /** The provider. */
  readonly lab: Lab;
  /** How strict, and how long. */
  readonly settings: TrialSettings;
  /**
   * Reports a violation of the rule.
   *
   * @throws {ContractViolation} Always.
   */
  fail(parts: Omit<ViolationParts, "rule" | "replay">): never;
  /** Says something in the report that is no violation; saying it twice says it once. */
  note(text: string): void;
}

/** One case of a rule. */
export interface RuleCase {
  /** What is tried, in a few words; unique within the rule. */
  readonly name: string;
  /** The only transport the case can use; both by default. */
  readonly transport?: "fetch" | "server" | undefined;
  /** Why the case does not apply. */
  readonly skip?: string | undefined;
  /**
   * Whether an adapter may rightly send nothing, as the case asks for no event or aborts before it
   * does. Any other case fails if no request arrives, whatever it makes of that itself.
   *
   * @default {false}
   */
  readonly mayAskNothing?: boolean | undefined;
  /** Tries it. */
  run(trial: Trial): Promise<void>;
}

/** Something every adapter must do. */
export interface Rule {
  /** A stable id in kebab case. */
  readonly id: string;
  /** What must hold, in one sentence. */
  readonly sentence: string;
  /** The cases that apply to what is checked. */
  cases(subject: Subject): readonly RuleCase[];
}
