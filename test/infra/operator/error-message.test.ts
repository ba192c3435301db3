import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorMessage } from '../../../infra/operator/errors.ts';

const refused = new Error('fetch failed', { cause: new AggregateError([new Error('ECONNREFUSED')]) });
const mark = z.object({ startedAt: z.iso.datetime(), mode: z.enum(['merge']), sizes: z.array(z.int()) });
const { error: invalid } = mark.safeParse({ startedAt: 'yesterday', mode: 'all', sizes: [1, 'two'] });

test.for([
  ['names each cause', 'asking', refused, 'asking (fetch failed (ECONNREFUSED))'],
  [
    'lists what is invalid on one line',
    'the mark cannot be read',
    invalid,
    'the mark cannot be read (startedAt: Invalid ISO datetime; mode: Invalid input: expected "merge"; sizes: 1: Invalid input: expected number, received string)',
  ],
  ['repeats no reason', 'line 3: end of file', new Error('end of file'), 'line 3: end of file'],
] as const)('the message of an error %s', ([, message, cause, expected]) => {
  expect(errorMessage(new Error(message, { cause }))).toBe(expected);
});
