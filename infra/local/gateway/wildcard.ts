/**
 * Whether a text matches a pattern, in which each `*` is any run of characters, slashes included. The text comes in part
 * from the client, so each part of the pattern is searched only once: no path makes this slow.
 */
export const matchesWildcard = (pattern: string, text: string): boolean => {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return text === pattern;
  let index = start.length;
  for (const part of parts) {
    const found = text.indexOf(part, index);
    if (found < 0) return false;
    index = found + part.length;
  }
  return text.startsWith(start) && text.endsWith(end) && text.length - end.length >= index;
};
