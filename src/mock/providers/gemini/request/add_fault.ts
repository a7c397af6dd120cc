/**
 * Takes what is wrong at a place within a request.
 *
 * @param path The place, in the names of Google's types.
 * @param what What is wrong.
 */
export type AddFault = (path: string, what: string) => void;
