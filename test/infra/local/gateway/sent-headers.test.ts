import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { sentHeadersOf } from '../../../../infra/local/gateway/sent-headers.ts';

const sentOn = (socket: Socket, rawHeaders: string[]) => sentHeadersOf({ socket, rawHeaders });

const headers = ['Host', 'localhost', 'AUTH-KEY', 'one'];

it('a connection that brings the same headers again finds the very same', () => {
  const socket = new Socket();
  const first = sentOn(socket, headers.slice());
  expect(sentOn(socket, headers.slice())).toBe(first);
  expect(sentOn(socket, headers.slice())).toBe(first);
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
  sentOn(socket, headers.slice());
  expect(sentOn(socket, others).raw).toEqual(others);
  expect(sentOn(socket, headers.slice()).raw).toEqual(headers);
});

it('a connection finds none of another’s', () => {
  const first = sentOn(new Socket(), headers.slice());
  const other = sentOn(new Socket(), headers.slice());
  expect(other).toEqual(first);
  expect(other).not.toBe(first);
});

it('a header is found whatever the case of its name, with all of its values', () => {
  const sent = sentOn(new Socket(), ['Accept', 'a', 'ACCEPT', 'b', 'Host', 'localhost']);
  for (const _ of ['read', 'remembered']) {
    expect(sent.values('accept')).toEqual(['a', 'b']);
    expect(sent.values('accept-language')).toEqual([]);
  }
  expect(sent.valueLength).toBe('ab'.length + 'localhost'.length);
});
