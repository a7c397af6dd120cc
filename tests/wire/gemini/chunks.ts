/** A chunk with these parts. */
export function parts(list: unknown, reason?: unknown, more: object = {}): object {
  return {
    candidates: [{
      content: { parts: list, role: "model" },
      ...(reason === undefined ? {} : { finishReason: reason }),
      index: 0,
    }],
    ...more,
  };
}

/** A chunk with a piece of text. */
export function said(text: string, reason?: unknown): object {
  return parts([{ text }], reason);
}

/** A chunk with a call. */
export function calls(functionCall: object, reason?: unknown): object {
  return parts([{ functionCall }], reason);
}

/** The last chunk as the provider sends it: an empty text beside the reason. */
export function ends(reason: unknown = "STOP", usageMetadata?: object): object {
  return parts([{ text: "" }], reason, usageMetadata === undefined ? {} : { usageMetadata });
}

/** An error as the provider writes it. */
export const OVERLOADED = {
  error: { code: 503, message: "The model is overloaded", status: "UNAVAILABLE" },
};
