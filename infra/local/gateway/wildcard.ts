/**
 * Whether a text matches an IAM pattern: `*` is any run of characters, slashes included, and `?` is any one. The text
 * comes in part from the client, so only the last `*` is ever reconsidered: no path takes more than pattern times text.
 */
export const matchesWildcard = (pattern: string, text: string): boolean => {
  let patternIndex = 0;
  let textIndex = 0;
  let starIndex = -1;
  let resumeIndex = 0;
  while (textIndex < text.length) {
    const expected = pattern[patternIndex];
    if (expected === '*') {
      starIndex = patternIndex;
      resumeIndex = textIndex;
      patternIndex += 1;
    } else if (expected === '?' || expected === text[textIndex]) {
      patternIndex += 1;
      textIndex += 1;
    } else if (starIndex >= 0) {
      patternIndex = starIndex + 1;
      resumeIndex += 1;
      textIndex = resumeIndex;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(patternIndex));
};
