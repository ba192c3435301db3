import type { Socket } from 'node:net';

const latest = new WeakMap<Socket, readonly string[]>();

const areSame = (some: readonly string[], others: readonly string[]): boolean => {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false;
  return true;
};

/**
 * The list of headers that the connection brought before, where it brings the same again, as most clients do: what
 * was made from the list can then be found by it.
 */
export const sameHeadersOf = (socket: Socket, rawHeaders: readonly string[]): readonly string[] => {
  const before = latest.get(socket);
  if (before !== undefined && areSame(before, rawHeaders)) return before;
  latest.set(socket, rawHeaders);
  return rawHeaders;
};
