/** A text, and the places in it of which sources are told. */
interface CitedText {
  readonly type: "text";
  readonly text: string;
  readonly citations: readonly { readonly start: number; readonly end: number }[];
}

/** Moves places that lie elsewhere into the text. */
export function withinText<Block extends CitedText>(block: Block): Block {
  const { text, citations } = block;
  const placed = citations.map((citation) => {
    const start = Math.min(citation.start, text.length);
    return { ...citation, start, end: Math.min(Math.max(start, citation.end), text.length) };
  });
  return { ...block, citations: placed };
}
