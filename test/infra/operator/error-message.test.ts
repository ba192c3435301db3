import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { errorMessage } from '../../../infra/operator/errors.ts';

describe('what an error says to an operator', () => {
  it('names what caused it', () => {
    const cause = new Error('fetch failed', { cause: new AggregateError([new Error('ECONNREFUSED')]) });
    expect(errorMessage(new Error('asking', { cause }))).toBe('asking (fetch failed (ECONNREFUSED))');
  });

  it('says in a line what is not as it should be', () => {
    const mark = z.object({ startedAt: z.iso.datetime(), mode: z.enum(['merge']), sizes: z.array(z.int()) });
    const { error } = mark.safeParse({ startedAt: 'yesterday', mode: 'all', sizes: [1, 'two'] });
    expect(errorMessage(new Error('the mark cannot be read', { cause: error }))).toBe(
      'the mark cannot be read (startedAt: Invalid ISO datetime; mode: Invalid input: expected "merge"; sizes: 1: Invalid input: expected number, received string)',
    );
  });

  it('says no reason twice', () => {
    const cause = new Error('unexpected end of file');
    expect(errorMessage(new Error('line 3: unexpected end of file', { cause }))).toBe(
      'line 3: unexpected end of file',
    );
  });
});
