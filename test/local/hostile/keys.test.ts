import { describe, expect, it } from 'vitest';
import {
  assertShaped400,
  errorOf,
  exchangeRaw,
  exchangeUntilClosed,
  rawRequest,
} from '../../infra/local/gateway/raw-http.ts';
import { httpTarget } from '../../support/targets/http-target.ts';
import { sharedStack } from '../running-stack.ts';
import { keyWithIdOf, unknownKeyLike } from './key-with-id-of.ts';

const { url, key } = sharedStack;
const path = '/locations/v2/services';

const ask = (headers: readonly string[], target = path) =>
  exchangeRaw(url, Buffer.from(rawRequest(`GET ${target}`, headers), 'latin1'));

const wrong = unknownKeyLike(key);
const keyWith = (odd: string) => `${key.slice(0, 20)}${odd}${key.slice(20)}`;
const at = 25;
const other = key[at] === '0' ? '1' : '0';

describe('hostile keys sent to a running stack', () => {
  it.each<[string, string[]]>([
    ['A02 a blank key', ['', ' ', '   ', '\t'].map((blank) => `AUTH-KEY:${blank}`)],
    [
      'A04 blanks and other bytes within a key',
      [' ', '\t', '\xe9', '\xff\xfe', '"', '%20'].map((odd) => `AUTH-KEY: ${keyWith(odd)}`),
    ],
    [
      'A06 a key in another header',
      ['AUTH_KEY', 'X-AUTH-KEY', 'X-API-Key', 'Authorization', 'AUTH-KEY2'].flatMap((name) => [
        `${name}: ${key}`,
        `${name}: Bearer ${key}\r\nCookie: AUTH-KEY=${key}`,
      ]),
    ],
    [
      'A07 a repeated key, whichever is valid',
      [
        ...[
          [key, key],
          [wrong, key],
          [key, wrong],
          [key, ''],
        ].flatMap(([one, two]) => [
          `AUTH-KEY: ${one}\r\nAUTH-KEY: ${two}`,
          `AUTH-KEY: ${one}\r\nauth-key: ${two}`,
        ]),
        `AUTH-KEY: ${key}, ${key}`,
      ],
    ],
    ['A08 a key of 7 KB', [`AUTH-KEY: ${'k'.repeat(7_000)}`]],
    [
      'A09 a key with one wrong, missing or additional character',
      [
        key.slice(0, at) + other + key.slice(at + 1),
        key.slice(0, at) + key.slice(at + 1),
        `${key}0`,
        key.slice(0, -1),
        key.toUpperCase(),
        `x${key}`,
      ].map((text) => `AUTH-KEY: ${text}`),
    ],
  ])('rejects %s', async (_title, headers) => {
    for (const header of headers) {
      expect(errorOf(await ask([header])), header).toBe('401 UNAUTHORIZED');
    }
  });

  it('A06 rejects a key in the query string', async () => {
    const answer = await ask([], `${path}?AUTH-KEY=${key}&auth-key=${key}`);
    expect(errorOf(answer)).toBe('401 UNAUTHORIZED');
  });

  it('A03 A05 accepts blanks around a key, and its header in any case', async () => {
    for (const header of [`AUTH-KEY:    ${key}   `, `auth-key:${key}\t`, `Auth-Key: ${key}`]) {
      expect((await ask([header])).statusCode, header.replace(key, '')).toBe(200);
    }
  });

  it('A04 rejects control characters within a key', async () => {
    for (const odd of ['\0', '\x01', '\x7f', '\r']) {
      const answer = await ask([`AUTH-KEY: ${keyWith(odd)}`]);
      expect(errorOf(answer)).toMatch(/^(400 CONSTRAINT_VIOLATION|401 UNAUTHORIZED)$/);
    }
  });

  it('A08 returns 400 for a key of 17 KB', async () => {
    const longer = rawRequest(`GET ${path}`, [`AUTH-KEY: ${'k'.repeat(17_000)}`]);
    assertShaped400(await exchangeUntilClosed(url, longer));
  });

  it('A10 A11 returns the same response for an unknown id and a wrong secret', async () => {
    const wrongSecret = keyWithIdOf(key);
    expect(wrongSecret.split('_').slice(0, 3)).toEqual(key.split('_').slice(0, 3));
    const said = async (token: string) => {
      const { status, headers, body } = await httpTarget(url, token).send({ path });
      const { 'x-amzn-requestid': _, date: __, ...others } = headers;
      return { status, names: Object.keys(others), body: body.replace(/"id":"[^"]*"/, '') };
    };
    const unknown = await said(unknownKeyLike(key));
    expect(unknown.status).toBe(401);
    expect(await said(wrongSecret)).toEqual(unknown);
  });
});
