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

/** A pattern to be compared with many texts: one whose only wildcard is its last character is a beginning. */
export const wildcard = (pattern: string): ((text: string) => boolean) => {
  const beginning = pattern.slice(0, -1);
  return pattern.endsWith('*') && !/[*?]/.test(beginning)
    ? (text) => text.startsWith(beginning)
    : (text) => matchesWildcard(pattern, text);
};
