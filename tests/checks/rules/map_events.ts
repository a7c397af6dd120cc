import type { NewModel } from "../../../src/checks/model_checks.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { BodyDecoder } from "../../../src/wire/body_decoder.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { wireOf } from "../../../src/wire/wires.ts";
import { adapter, decode, send } from "./tiny_adapter.ts";

/** Makes an adapter that reads a wire right, and then does this to the events. */
export function toNewModel(
  change: (events: AsyncIterable<TurnEvent>) => AsyncIterable<TurnEvent>,
  wire: WireId = "openai-chat",
): NewModel {
  return adapter((env, signal) => change(read(env, signal)));

  async function* read(...call: Parameters<typeof send>): AsyncGenerator<TurnEvent> {
    const reader = (await send(...call)).body!.getReader();
    try {
      yield* decode(reader, new BodyDecoder(wireOf(wire)));
    } finally {
      await reader.cancel();
    }
  }
}
