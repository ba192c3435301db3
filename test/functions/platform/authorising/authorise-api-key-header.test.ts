import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { captureLog } from '../../../support/captured-log.ts';
import {
  type AuthoriserUnderTest,
  eventOf,
  eventWith,
  startAuthoriser,
} from '../../../support/gateway/authoriser-under-test.ts';

let authoriser: AuthoriserUnderTest;
beforeAll(async () => {
  authoriser = await startAuthoriser();
});
afterAll(() => authoriser.close());

it.each(['auth-key', 'Auth-Key', 'AUTH-KEY', 'aUtH-kEy'])('A05: accepts the header name %s', async (name) => {
  const { token } = await authoriser.issue();

  await expect(authoriser.authorise(eventWith({ [name]: [token] }))).resolves.toBeDefined();
});

it('A01, A06: rejects a key without its header, or in another one, without a read', async () => {
  const { token } = await authoriser.issue();
  const before = authoriser.reads();
  const events = [
    eventWith(null),
    eventWith({}),
    eventWith({ 'AUTH-KEY': [] }),
    eventWith({
      AUTH_KEY: [token],
      'X-AUTH-KEY': [token],
      Authorization: [token],
      Cookie: [`AUTH-KEY=${token}`],
    }),
    { ...eventWith({}), multiValueQueryStringParameters: { 'AUTH-KEY': [token] } },
  ];

  for (const event of events) await expect(authoriser.authorise(event)).rejects.toThrow(/^Unauthorized$/);
  expect(authoriser.reads()).toBe(before);
});

it('A07: rejects a header sent twice, in any order and case', async () => {
  const { token } = await authoriser.issue();
  const bad = 'wp_live_bad';
  const sent: Record<string, string[]>[] = [
    { 'AUTH-KEY': [token, token] },
    { 'AUTH-KEY': [bad, token] },
    { 'AUTH-KEY': [token, bad] },
    { 'AUTH-KEY': [token], 'auth-key': [token] },
    { 'auth-key': [bad], 'AUTH-KEY': [token] },
    { 'AUTH-KEY': [`${token}, ${token}`] },
  ];

  for (const headers of sent)
    await expect(authoriser.authorise(eventWith(headers))).rejects.toThrow(/^Unauthorized$/);
});

it('A02, A04, A08, A09, A22: rejects malformed keys without a read', async () => {
  const { token } = await authoriser.issue();
  const before = authoriser.reads();
  const place = token.length - 20;
  const malformed = [
    '',
    '   ',
    ` ${token}`,
    `${token.slice(0, place)} ${token.slice(place)}`,
    `${token.slice(0, place)}\t${token.slice(place)}`,
    `${token.slice(0, place)}\0${token.slice(place)}`,
    `${token.slice(0, place)}é${token.slice(place + 1)}`,
    token.slice(0, -1),
    `${token}0`,
    token.toUpperCase(),
    'k'.repeat(7_000),
    token.replace('live', 'test'),
    // A wrong checksum: one character of the secret is changed.
    `${token.slice(0, place)}${token[place] === '0' ? '1' : '0'}${token.slice(place + 1)}`,
  ];

  for (const key of malformed)
    await expect(authoriser.authorise(eventOf(key))).rejects.toThrow(/^Unauthorized$/);
  expect(authoriser.reads()).toBe(before);
});

it('A10: rejects a well-formed key with an unknown id after one read', async () => {
  const before = authoriser.reads();
  const { token } = createKeyToken('live', randomBytes);

  await expect(authoriser.authorise(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
  expect(authoriser.reads()).toBe(before + 1);
});

it('A25: never logs a key', async () => {
  const log = captureLog();
  const [good, revoked] = [await authoriser.issue(), await authoriser.issue()];
  await authoriser.revoke(revoked.record.keyId);
  const unknown = createKeyToken('live', randomBytes);
  const texts = [good.token, revoked.token, unknown.token, `${good.token}x`];

  await Promise.allSettled(texts.map((token) => authoriser.authorise(eventOf(token))));

  for (const token of texts) expect(log()).not.toContain(token.split('_')[3]);
  expect(log()).toContain(revoked.record.keyId);
});
