/**
 * A JSON array of items that are JSON already. Put together by `+`, which copies nothing: lists may have hundreds of
 * kB, and whoever sends one copies it once.
 */
export const jsonList = (texts: Iterable<string>): string => {
  let list = '[';
  let separator = '';
  for (const text of texts) {
    list += separator + text;
    separator = ',';
  }
  return `${list}]`;
};
