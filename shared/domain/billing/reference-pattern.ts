import { RE2JS } from 're2js';

/*
 * Patterns are matched by a linear-time engine, because V8's regular expressions backtrack: one biller's pattern could
 * keep an instance busy for hours. The engine is large, so the API loads it only when it needs it.
 */

/** Maximum length of an evaluated pattern in code points, which bounds the time to compile it. */
const maxPatternLength = 200;

/** Maximum number of instructions in a compiled pattern, because the duration of a match also depends on it. */
const maxInstructions = 2_000;

/** Returns why a pattern is not evaluated; undefined if it is. */
export const patternFault = (pattern: string): string | undefined => {
  if ([...pattern].length > maxPatternLength) return `more than ${maxPatternLength} characters`;
  try {
    return RE2JS.compile(pattern).programSize() > maxInstructions
      ? `more than ${maxInstructions} instructions`
      : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message.replace('error parsing regexp: ', '');
  }
};

/**
 * Returns a function that tests whether a whole reference matches a pattern. `patternFault` must have found no fault.
 */
export const patternMatcher = (pattern: string): ((reference: string) => boolean) => {
  const expression = RE2JS.compile(pattern);
  return (reference) => expression.matches(reference);
};
