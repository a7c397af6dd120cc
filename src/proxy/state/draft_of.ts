/** Names a file beside another, which is written in its stead and then put in its place. */
export function draftOf(file: string): string {
  return `${file}.${crypto.randomUUID()}.tmp`;
}
