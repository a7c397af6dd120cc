import { type Bytes, toBytes } from "../../bytes.ts";
import type { Problem } from "../providers/problem.ts";
import { alteredFrames, markerOf, type WithUsage } from "./altered_frames.ts";
import { ENDS, isEndKind } from "./end_kinds.ts";
import { type Fault, type FaultKind, UNPLACED_FAULTS } from "./delivery_plan.ts";
import { type Frame, hasContent, withFaultIn } from "./frame.ts";
import { malformed } from "./malformed_frame.ts";
import type { Pace } from "./pace.ts";
import type { Speller } from "./speller.ts";
import type { Step } from "./step.ts";
import { unreached } from "./unreached.ts";

/** What faults are made with. */
export interface FaultTools {
  /** How frames are spelt. */
  readonly speller: Speller;
  /** When they are due; without it, at once. */
  readonly pace: Pace | undefined;
  /** Writes what the provider says within a stream. */
  readonly problemFrames: (problem: Problem, sentFrames: number) => Iterable<Frame>;
  /** Adds usage to a frame, on wires that can. */
  readonly withUsage?: WithUsage | undefined;
}

const OVERLOADED: Problem = { kind: "overloaded", message: "Overloaded" };

/**
 * Plans a body with faults. The plan is made before the first byte is written, so that a fault that cannot
 * happen is told at once and not after half an answer.
 *
 * @param frames All frames.
 * @param faults What goes wrong.
 * @param tools What faults are made with.
 * @throws {RangeError} If the stream is over before a fault, or lacks what the fault is about.
 */
export function faultySteps(
  frames: readonly Frame[],
  faults: readonly Fault[],
  tools: FaultTools,
): readonly Step[] {
  const altered = alteredFrames(frames, faults, tools.withUsage);
  return new FaultPlan(altered, faults, tools).make();
}

interface OpenFault {
  readonly fault: Fault;
  readonly path: string;
}

/** Writes frame after frame, and looks between them for what goes wrong there. */
class FaultPlan {
  readonly #frames: { frame: Frame; dueMs: number }[];
  readonly #tools: FaultTools;
  /** Faults that show when the body ends and something has not come. */
  readonly #missing: readonly FaultKind[];
  readonly #steps: Step[] = [];
  /** The faults that have not happened yet: first those that end the body. */
  #open: readonly OpenFault[];
  #at = 0;
  #written = 0;
  #bytes = 0;
  #dueMs = 0;

  constructor(frames: readonly Frame[], faults: readonly Fault[], tools: FaultTools) {
    const { pace } = tools;
    this.#frames = frames.map((frame) => ({ frame, dueMs: pace?.(frame) ?? 0 }));
    this.#tools = tools;
    this.#missing = faults.map(({ kind }) => kind).filter((kind) => kind === "missing-marker");
    const positioned = faults.map((fault, index) => ({ fault, path: `delivery.faults[${index}]` }))
      .filter(({ fault: { kind } }) => !UNPLACED_FAULTS.has(kind));
    for (const { fault, path } of positioned) {
      if (fault.kind === "early-marker") markerOf(frames, path);
    }
    this.#open = positioned.sort((a, b) => Number(!isEnd(a)) - Number(!isEnd(b)));
  }

  make(): readonly Step[] {
    const ending = this.#writeUntilEnd() ??
      {
        type: "end",
        dueMs: this.#dueMs,
        how: "whole",
        faults: this.#missing,
        lacksEnd: this.#missing.length > 0,
      };
    this.#steps.push(ending);
    const left = this.#open.find(({ fault }) => fault.optional !== true);
    if (left === undefined) return this.#steps;
    throw unreached(left.path, left.fault, {
      frames: this.#written,
      bytes: this.#bytes,
      endMs: this.#dueMs,
      isCut: ending.type === "end" && ending.how !== "whole",
    });
  }

  #writeUntilEnd(): Step | undefined {
    for (;;) {
      const next = this.#frames[this.#at];
      const reached = this.#take((fault) => this.#isReached(fault, next?.dueMs));
      if (reached !== undefined) {
        const ending = this.#happen(reached);
        if (ending !== undefined) return ending;
        continue;
      }
      if (next === undefined) return this.#writeTail();
      this.#at++;
      this.#dueMs = next.dueMs;
      const ending = this.#writeFrame(next.frame);
      if (ending !== undefined) return ending;
    }
  }

  #writeTail(): Step | undefined {
    const ending = this.#write(toBytes(this.#tools.speller.tail(this.#written)));
    if (ending !== undefined) return ending;
    const last = this.#take((fault) =>
      fault.kind !== "close" && isEndKind(fault.kind) && fault.optional !== true &&
      this.#isReached(fault, undefined)
    );
    return last && this.#happen(last);
  }

  /** Takes the first fault that a test holds for from those that are open. */
  #take(test: (fault: Fault) => boolean): OpenFault | undefined {
    const found = this.#open.find(({ fault }) => test(fault));
    if (found !== undefined) this.#open = this.#open.filter((other) => other !== found);
    return found;
  }

  /** Whether a fault's position is here, between two frames, and there is what it needs. */
  #isReached(fault: Fault, nextDueMs: number | undefined): boolean {
    const { afterFrames, afterBytes, afterMs } = fault;
    const isHere = afterFrames !== undefined
      ? this.#written >= afterFrames
      : afterBytes !== undefined
      ? this.#bytes >= afterBytes
      : afterMs !== undefined && nextDueMs !== undefined && nextDueMs >= afterMs;
    return isHere && this.#isPossible(fault);
  }

  #isPossible({ kind, optional }: Fault): boolean {
    const left = this.#frames.length - this.#at;
    switch (optional ? "close" : kind) {
      case "early-marker":
        return this.#marker() > this.#at;
      case "reorder":
        return left >= 2;
      case "close":
        // Behind the last byte it would be no fault.
        return left > 0 || this.#tools.speller.tail(this.#written) !== "";
      default:
        return left > 0 || isEndKind(kind);
    }
  }

  #marker(): number {
    return markerOf(this.#frames.map(({ frame }) => frame), "delivery.faults");
  }

  #happen({ fault }: OpenFault): Step | undefined {
    const frames = this.#frames;
    const at = this.#at;
    switch (fault.kind) {
      case "malformed-frame":
        frames[at] = {
          ...frames[at]!,
          frame: withFaultIn(malformed(frames[at]!.frame), fault.kind),
        };
        return undefined;
      case "duplicate-frame":
        frames.splice(at + 1, 0, {
          ...frames[at]!,
          frame: { ...frames[at]!.frame, faults: [fault.kind] },
        });
        return undefined;
      case "reorder": {
        const [first, second] = [frames[at]!, frames[at + 1]!];
        const early = withFaultIn(second.frame, fault.kind);
        frames.splice(at, 2, { frame: early, dueMs: first.dueMs }, {
          ...first,
          dueMs: second.dueMs,
        });
        return undefined;
      }
      case "early-marker": {
        const [marker] = frames.splice(this.#marker(), 1);
        frames.splice(at, 0, {
          frame: withFaultIn(marker!.frame, fault.kind),
          dueMs: frames[at]?.dueMs ?? this.#dueMs,
        });
        return undefined;
      }
      default:
        return this.#endBy(fault);
    }
  }

  /** @param begun The frame that is cut by it, if one is. */
  #endBy({ kind, afterMs, problem }: Fault, begun?: Frame): Step {
    this.#dueMs = afterMs ?? this.#dueMs;
    const left = this.#frames.slice(this.#at).map(({ frame }) => frame);
    const lacksEnd = !(begun === undefined ? left : [begun, ...left]).some(hasContent);
    if (kind === "error-frame") return this.#endByProblem(problem, lacksEnd);
    return { type: "end", dueMs: this.#dueMs, how: ENDS[kind]!, faults: [kind], lacksEnd };
  }

  /** What the provider says may be cut itself, by a fault at a byte within it. */
  #endByProblem(problem: Problem = OVERLOADED, lacksEnd: boolean): Step {
    let faults: readonly FaultKind[] = ["error-frame"];
    for (const frame of this.#tools.problemFrames(problem, this.#written)) {
      const cut = this.#writeFrame({ ...frame, faults });
      if (cut !== undefined) return cut;
      faults = [];
    }
    const cut = this.#write(toBytes(this.#tools.speller.tail(this.#written)));
    return cut ?? { type: "end", dueMs: this.#dueMs, how: "close", faults, lacksEnd };
  }

  #writeFrame(frame: Frame): Step | undefined {
    return this.#write(toBytes(this.#tools.speller.frame(frame, this.#written)), frame);
  }

  /** Writes bytes, up to where the first fault among them ends the body. */
  #write(bytes: Bytes, frame?: Frame): Step | undefined {
    const begin = this.#bytes;
    const cuts = this.#open.filter(({ fault }) => isEndKind(fault.kind))
      .map(({ fault }) => fault.afterBytes ?? Infinity);
    const cut = Math.min(...cuts);
    const isCut = cut >= begin && cut < begin + bytes.length;
    const written = isCut ? bytes.slice(0, cut - begin) : bytes;
    if (written.length > 0) this.#push(written, frame !== undefined && !isCut, frame?.faults);
    if (!isCut) return undefined;
    const { fault } = this.#take((open) => isEndKind(open.kind) && open.afterBytes === cut)!;
    return this.#endBy(fault, frame);
  }

  #push(bytes: Bytes, endsFrame: boolean, faults: readonly FaultKind[] | undefined): void {
    this.#steps.push({ type: "bytes", dueMs: this.#dueMs, bytes, endsFrame, faults });
    this.#bytes += bytes.length;
    if (endsFrame) this.#written++;
  }
}

function isEnd({ fault }: OpenFault): boolean {
  return isEndKind(fault.kind);
}
