const matchesAt = (pattern: string, index: number, character: string | undefined): boolean =>
  index < pattern.length && (pattern[index] === '?' || pattern[index] === character);

/**
 * Whether a text matches an IAM pattern: `*` is any run of characters, slashes included, and `?` is any one. The text is partly
 * the client's: only the last `*` is ever reconsidered, so that no path makes this slower than pattern times text.
 */
export const matchesWildcard = (pattern: string, text: string): boolean => {
  let patternIndex = 0;
  let textIndex = 0;
  let starIndex = -1;
  let resumeIndex = 0;
  while (textIndex < text.length) {
    if (pattern[patternIndex] === '*') {
      starIndex = patternIndex;
      resumeIndex = textIndex;
      patternIndex += 1;
    } else if (matchesAt(pattern, patternIndex, text[textIndex])) {
      patternIndex += 1;
      textIndex += 1;
    } else if (starIndex >= 0) {
      patternIndex = starIndex + 1;
      resumeIndex += 1;
      textIndex = resumeIndex;
    } else return false;
  }
  while (pattern[patternIndex] === '*') patternIndex += 1;
  return patternIndex === pattern.length;
};

/**
 * Between two `*`, the first place that fits is as good as any later one: what follows has the more text to fit into.
 * So a text is looked through once.
 */
const matchesPieces = (first: string, middle: readonly string[], last: string, text: string): boolean => {
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of middle) {
    const found = text.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
};

/** A pattern to be compared with many texts: one without `?` is cut into what lies between its `*`. */
export const wildcard = (pattern: string): ((text: string) => boolean) => {
  if (pattern.includes('?')) return (text) => matchesWildcard(pattern, text);
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  return last === undefined ? (text) => text === pattern : (text) => matchesPieces(first, others, last, text);
};
