import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { violationWords } from '../../../shared/http/violation-words.ts';

const wordsFor = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: violationWords }).error?.issues[0]?.message;

describe('the words for a violation', () => {
  it('say that a field is missing', () => {
    expect(wordsFor(z.object({ name: z.string() }), {})).toBe('is missing');
  });

  it('say what kind of value is wanted', () => {
    expect(wordsFor(z.string(), 1)).toBe('must be a string');
    expect(wordsFor(z.object({}), [])).toBe('must be an object');
  });

  it('say which values there are', () => {
    expect(wordsFor(z.enum(['PO', 'UPL']), 'po')).toBe('must be one of PO, UPL');
  });

  it("leave a schema's own words as they are", () => {
    expect(wordsFor(z.string().min(1, 'must say something'), '')).toBe('must say something');
  });
});
