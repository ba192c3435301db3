import { describe, expect, inject, it } from 'vitest';
import {
  assertShaped400,
  errorCode,
  exchangeRaw,
  exchangeUntilClosed,
  rawRequest,
} from '../../infra/local/gateway/raw-http.ts';
import { keyWithIdOf, unknownKeyLike } from '../../support/key-with-id-of.ts';
import { httpTarget } from '../../support/targets/http-target.ts';

const { url, key } = inject('sharedStack');
const path = '/locations/v2/services';

const ask = (headers: readonly string[], target = path) =>
  exchangeRaw(url, Buffer.from(rawRequest(`GET ${target}`, headers), 'latin1'));

const expectRefused = async (headers: readonly string[], target = path) => {
  const answer = await ask(headers, target);
  expect([answer.statusCode, errorCode(answer)], headers.join()).toEqual([401, 'UNAUTHORIZED']);
  return answer;
};

describe('keys as hostile clients send them to a running stack', () => {
  it.each(['', ' ', '   ', '\t'])('A02 %j is no key', async (blank) => {
    await expectRefused([`AUTH-KEY:${blank}`]);
  });

  it('A03 A05 blanks around a key are no part of it, and the name may have any case', async () => {
    for (const header of [`AUTH-KEY:    ${key}   `, `auth-key:${key}\t`, `Auth-Key: ${key}`]) {
      expect((await ask([header])).statusCode, header.replace(key, '')).toBe(200);
    }
  });

  it('A04 blanks, control characters and other bytes within a key', async () => {
    for (const odd of [' ', '\t', '\xe9', '\xff\xfe', '"', '%20']) {
      await expectRefused([`AUTH-KEY: ${key.slice(0, 20)}${odd}${key.slice(20)}`]);
    }
    for (const odd of ['\0', '\x01', '\x7f', '\r']) {
      const request = rawRequest(`GET ${path}`, [`AUTH-KEY: ${key.slice(0, 20)}${odd}${key.slice(20)}`]);
      const answer = await exchangeRaw(url, Buffer.from(request, 'latin1'));
      expect([400, 401]).toContain(answer.statusCode);
      expect(['CONSTRAINT_VIOLATION', 'UNAUTHORIZED']).toContain(errorCode(answer));
    }
  });

  it.each(['AUTH_KEY', 'X-AUTH-KEY', 'X-API-Key', 'Authorization', 'AUTH-KEY2'])(
    'A06 a key in %s is none',
    async (name) => {
      await expectRefused([`${name}: ${key}`]);
      await expectRefused([`${name}: Bearer ${key}`, `Cookie: AUTH-KEY=${key}`]);
    },
  );

  it('A06 a key in the query is none', async () => {
    await expectRefused([], `${path}?AUTH-KEY=${key}&auth-key=${key}`);
  });

  it('A07 a key that comes twice is none, whichever is good', async () => {
    const wrong = unknownKeyLike(key);
    for (const [one, two] of [
      [key, key],
      [wrong, key],
      [key, wrong],
      [key, ''],
    ]) {
      await expectRefused([`AUTH-KEY: ${one}`, `AUTH-KEY: ${two}`]);
      await expectRefused([`AUTH-KEY: ${one}`, `auth-key: ${two}`]);
    }
    await expectRefused([`AUTH-KEY: ${key}, ${key}`]);
  });

  it('A08 a key of 7 KB is refused, one of 17 KB is a request that cannot be', async () => {
    await expectRefused([`AUTH-KEY: ${'k'.repeat(7_000)}`]);
    const longer = rawRequest(`GET ${path}`, [`AUTH-KEY: ${'k'.repeat(17_000)}`]);
    assertShaped400(await exchangeUntilClosed(url, longer));
  });

  it('A09 a key with one wrong, missing, additional or other character', async () => {
    const at = 25;
    const other = key[at] === '0' ? '1' : '0';
    for (const wrong of [
      key.slice(0, at) + other + key.slice(at + 1),
      key.slice(0, at) + key.slice(at + 1),
      `${key}0`,
      key.slice(0, -1),
      key.toUpperCase(),
      `x${key}`,
    ]) {
      await expectRefused([`AUTH-KEY: ${wrong}`]);
    }
  });

  it('A10 A11 an unknown id and a wrong secret are refused alike', async () => {
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
