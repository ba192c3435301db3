import { type AnswerHead, parsePrelude } from './function-response.ts';

/** Preludes remembered at most. */
const largestSize = 1_000;

/** Reads preludes, JSON text: those of a function's answers are mostly alike, to the letter. Throws Refusal. */
export const preludes = () => {
  const remembered = new Map<string, AnswerHead>();
  return (prelude: string): AnswerHead => {
    const known = remembered.get(prelude);
    if (known !== undefined) return known;
    const head = parsePrelude(JSON.parse(prelude));
    if (remembered.size >= largestSize) remembered.clear();
    remembered.set(prelude, head);
    return head;
  };
};
