import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import { createKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { eventOf } from '../../../support/gateway/authoriser-under-test.ts';

/** A key with one character of its secret changed, so that its checksum is wrong. */
const mistyped = (): string => {
  const { token } = createKeyToken('live', randomBytes);
  const at = token.length - 20;
  return `${token.slice(0, at)}${token[at] === '0' ? '1' : '0'}${token.slice(at + 1)}`;
};

it('A22: makes no lookup for a thousand malformed keys', async () => {
  const find = vi.fn(async () => undefined);
  const authorise = authoriseApiKey({ find });
  const floods = Array.from({ length: 1_000 }, (_, index) =>
    authorise(eventOf(index % 2 ? mistyped() : `wp_live_${randomBytes(16).toString('hex')}`)),
  );

  const outcomes = await Promise.allSettled(floods);

  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  expect(find).not.toHaveBeenCalled();
  await expect(authorise(eventOf(createKeyToken('live', randomBytes).token))).rejects.toThrow('Unauthorized');
  expect(find).toHaveBeenCalledOnce();
});
