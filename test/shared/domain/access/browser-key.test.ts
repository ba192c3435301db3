import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  browserGrant,
  isLocalOrigin,
  isWebOrigin,
  originList,
} from '../../../../shared/domain/access/browser-key.ts';
import { createKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { browserKeyPrefix } from '../../../../shared/http/headers.ts';

it('every browser key has the prefix of browser keys', () => {
  const { token } = createKeyToken(browserGrant.environment, randomBytes);
  expect(token.startsWith(browserKeyPrefix)).toBe(true);
});

it.each<[string, boolean]>([
  ['https://www.example.com', true],
  ['https://shop.example.com:8443', true],
  ['https://xn--bcher-kva.example', true],
  ['https://[2001:db8::1]', true],
  ['', false],
  ['null', false],
  ['*', false],
  ['http://www.example.com', false],
  ['https://www.example.com:443', false],
  ['https://www.example.com/', false],
  ['https://www.example.com#', false],
  ['https://user@www.example.com', false],
  ['https://WWW.example.com', false],
  ['https://www.example.com.', false],
  ['https://www.example.com.:8443', false],
  ['https://bücher.example', false],
  ['https://*.com.au', false],
  [' https://www.example.com', false],
  ['https://www.example.com https://other.example.net', false],
  [`https://${'a'.repeat(260)}`, false],
  ['http://localhost:3000', false],
])('%j is the origin of a website: %s', (text, expected) => {
  expect(isWebOrigin(text)).toBe(expected);
});

it.each<[string, boolean]>([
  ['http://localhost', true],
  ['http://127.0.0.1:65535', true],
  ['http://[::1]:8080', true],
  ['http://localhost:80', false],
  ['http://localhost:65536', false],
  ['http://localhost/', false],
  ['http://localhost.evil.test', false],
  ['http://127.0.0.2', false],
  ['http://[::2]', false],
  ['https://localhost', false],
  ['http://LOCALHOST', false],
])("%j is the origin of a page on the developer's own machine: %s", (text, expected) => {
  expect(isLocalOrigin(text)).toBe(expected);
});

describe('the origins of a key', () => {
  const accepts = (origins: readonly string[], sandbox?: boolean) =>
    originList({ sandbox }).safeParse(origins).success;
  const many = (count: number) => Array.from({ length: count }, (_, index) => `https://${index}.example`);

  it('must be at least 1 and at most 20', () => {
    expect([0, 1, 20, 21].map((count) => accepts(many(count)))).toEqual([false, true, true, false]);
  });

  it('may be local only for sandbox keys', () => {
    const origins = ['http://localhost:3000', 'https://www.example.com'];
    expect([accepts(origins), accepts(origins, true)]).toEqual([false, true]);
  });
});
