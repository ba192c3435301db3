import { describe, expect, it } from 'vitest';
import { errorMessage } from '../../../infra/operator/error-message.ts';

describe('what an error says to an operator', () => {
  it('names what caused it', () => {
    const cause = new Error('fetch failed', { cause: new AggregateError([new Error('ECONNREFUSED')]) });
    expect(errorMessage(new Error('asking', { cause }))).toBe('asking (fetch failed (ECONNREFUSED))');
  });

  it('says no reason twice', () => {
    const cause = new Error('unexpected end of file');
    expect(errorMessage(new Error('line 3: unexpected end of file', { cause }))).toBe(
      'line 3: unexpected end of file',
    );
  });
});
