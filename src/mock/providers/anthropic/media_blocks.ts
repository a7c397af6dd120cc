import { aBlock, aTextBlock } from "./block_check.ts";
import {
  aBoolean,
  aList,
  anObject,
  aString,
  aStringOrList,
  oneOf,
  optional,
  refused,
  required,
  tagged,
} from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";

/** Makes the check of what is sent within the request, of one of these types. */
function someBase64(what: string, ...types: readonly string[]): FieldCheck {
  const encoded = anObject({
    type: required(aString),
    media_type: required(oneOf(...types)),
    data: required(aString),
  });
  return (value, path, mode) => {
    encoded(value, path, mode);
    const data = (value as { readonly data: string }).data.replaceAll(/\s/g, "");
    if (data === "") throw refused(path, `${what} cannot be empty`);
    if (/^[A-Za-z0-9+/]*={0,2}$/.test(data) && data.replace(/=+$/, "").length % 4 !== 1) return;
    throw refused(path, "invalid base64 data");
  };
}

const ELSEWHERE = {
  url: anObject({ type: required(aString), url: required(aString) }),
  file: anObject({ type: required(aString), file_id: required(aString) }),
};

/** Requires an image. */
export const anImage: FieldCheck = aBlock({
  source: required(tagged({
    base64: someBase64("image", "image/jpeg", "image/png", "image/gif", "image/webp"),
    ...ELSEWHERE,
  })),
  transformations: optional(anObject({ oversized_image: optional(oneOf("downsize", "error")) })),
});

const CITATIONS = optional(anObject({ enabled: optional(aBoolean) }));

/** Requires a document. */
export const aDocument: FieldCheck = aBlock({
  source: required(tagged({
    base64: someBase64("PDF", "application/pdf"),
    text: anObject({
      type: required(aString),
      media_type: required(oneOf("text/plain")),
      data: required(aString),
    }),
    content: anObject({
      type: required(aString),
      content: required(aStringOrList(tagged({ text: aTextBlock, image: anImage }))),
    }),
    ...ELSEWHERE,
  })),
  citations: CITATIONS,
  context: optional(aString),
  title: optional(aString),
});

/** Requires what a search of the client has found. */
export const aSearchResult: FieldCheck = aBlock({
  content: required((value, path, mode) => {
    aList(tagged({ text: aTextBlock }))(value, path, mode);
    if ((value as readonly unknown[]).length > 0) return;
    throw refused(path, "List should have at least 1 item after validation, not 0");
  }),
  source: required(aString),
  title: required(aString),
  citations: CITATIONS,
});
