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

describe('the origin of a website', () => {
  it.each([
    'https://www.example.com',
    'https://shop.example.com:8443',
    'https://example',
    'https://xn--bcher-kva.example',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
  ])('may be %s', (text) => {
    expect(isWebOrigin(text)).toBe(true);
  });

  it.each([
    '',
    'null',
    '*',
    'www.example.com',
    'http://www.example.com',
    'https://www.example.com:443',
    'https://www.example.com/',
    'https://www.example.com/shop',
    'https://www.example.com?',
    'https://www.example.com#',
    'https://user@www.example.com',
    'https://WWW.example.com',
    'HTTPS://www.example.com',
    'https://www.example.com.',
    'https://www.example.com.:8443',
    'https://bücher.example',
    'https://*.com.au',
    'https://*',
    ' https://www.example.com',
    'https://www.exa mple.com',
    'https://www.example.com https://other.example.net',
    `https://${'a'.repeat(260)}`,
    'ftp://www.example.com',
    'file:///locator',
    'http://localhost:3000',
  ])('is never %s', (text) => {
    expect(isWebOrigin(text)).toBe(false);
  });
});

describe("the origin of a page on the developer's own machine", () => {
  it.each([
    'http://localhost',
    'http://localhost:3000',
    'http://127.0.0.1:65535',
    'http://[::1]',
    'http://[::1]:8080',
  ])('may be %s', (text) => {
    expect(isLocalOrigin(text)).toBe(true);
  });

  it.each([
    'http://localhost:80',
    'http://localhost:65536',
    'http://localhost/',
    'http://localhost.',
    'http://localhost.evil.test',
    'http://127.0.0.2',
    'http://127.1',
    'http://0.0.0.0',
    'http://[::2]',
    'https://localhost',
    'http://LOCALHOST',
    'http://www.example.com',
  ])('is never %s', (text) => {
    expect(isLocalOrigin(text)).toBe(false);
  });
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
