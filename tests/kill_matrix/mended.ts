/** Closes what is open in a JSON text that was cut, as libraries do that show half an object. */
export function mended(json: string): string {
  const closers: string[] = [];
  let inText = false;
  for (const [index, char] of [...json].entries()) {
    if (char === '"' && json[index - 1] !== "\\") inText = !inText;
    if (inText) continue;
    if (char === "{") closers.unshift("}");
    if (char === "[") closers.unshift("]");
    if (char === "}" || char === "]") closers.shift();
  }
  const text = (json + (inText ? '"' : "")).replace(/,$/, "");
  // A key without its value.
  const value = /:$/.test(text) ? "null" : /[{,]"[^"]*"$/.test(text) ? ":null" : "";
  return text + value + closers.join("");
}

/** Tells whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
