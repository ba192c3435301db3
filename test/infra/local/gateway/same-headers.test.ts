import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { sameHeadersOf } from '../../../../infra/local/gateway/same-headers.ts';

const headers = ['Host', 'localhost', 'AUTH-KEY', 'one'];

it('a connection that brings the same headers again brings the same list', () => {
  const socket = new Socket();
  const first = sameHeadersOf(socket, headers.slice());
  expect(sameHeadersOf(socket, headers.slice())).toBe(first);
  expect(sameHeadersOf(socket, headers.slice())).toBe(first);
});

it.each([
  ['another value', ['Host', 'localhost', 'AUTH-KEY', 'two']],
  ['another name', ['Host', 'localhost', 'auth-key', 'one']],
  ['another order', ['AUTH-KEY', 'one', 'Host', 'localhost']],
  ['one more', [...headers, 'Accept', '*/*']],
  ['one fewer', headers.slice(0, 2)],
  ['none', []],
])('headers with %s are those that came, and so are the former ones after them', (_what, others) => {
  const socket = new Socket();
  sameHeadersOf(socket, headers.slice());
  expect(sameHeadersOf(socket, others)).toEqual(others);
  expect(sameHeadersOf(socket, headers.slice())).toEqual(headers);
});

it('a connection has no list of another’s', () => {
  const first = sameHeadersOf(new Socket(), headers.slice());
  const other = sameHeadersOf(new Socket(), headers.slice());
  expect(other).toEqual(first);
  expect(other).not.toBe(first);
});
