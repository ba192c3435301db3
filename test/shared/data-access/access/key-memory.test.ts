import { expect, it } from 'vitest';
import { keyMemory } from '../../../../shared/data-access/access/key-memory.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

const remembering = (most?: number) => {
  const clock = { seconds: 1_000 };
  const now = () => clock.seconds * 1_000;
  const memory = keyMemory(now, most);
  let read = 0;
  const replace = (keyId: string, record = storedKey(keyId)) => {
    read += 1;
    memory.replace(keyId, record, { read, begunAt: now() });
  };
  return { memory, clock, replace };
};

it('a key is remembered as it was read last', () => {
  const { memory, replace } = remembering();
  replace('one');
  replace('one', storedKey('one', { status: 'REVOKED' }));
  expect(memory.recall('one')?.status).toBe('REVOKED');
  expect(memory.recall('two')).toBeUndefined();
});

it('what a read finds that began before the last one is too late', () => {
  const { memory, clock } = remembering();
  const begunAt = clock.seconds * 1_000;
  memory.replace('one', storedKey('one', { status: 'REVOKED' }), { read: 2, begunAt });
  memory.replace('one', storedKey('one'), { read: 1, begunAt });
  expect(memory.recall('one')?.status).toBe('REVOKED');
});

it('a key that is not there any more is forgotten', () => {
  const { memory, clock, replace } = remembering();
  replace('one');
  memory.replace('one', undefined, { read: 2, begunAt: clock.seconds * 1_000 });
  expect(memory.recall('one')).toBeUndefined();
});

it('a key is forgotten a quarter of an hour after it was read', () => {
  const { memory, clock, replace } = remembering();
  replace('one');
  clock.seconds += 15 * 60 - 1;
  expect(memory.recall('one')).toBeDefined();
  clock.seconds += 1;
  expect(memory.recall('one')).toBeUndefined();
});

it('a clock that went back leaves nobody a key for longer', () => {
  const { memory, clock, replace } = remembering();
  replace('one');
  clock.seconds -= 1;
  expect(memory.recall('one')).toBeUndefined();
});

it('of more keys than it holds, the one read least recently is forgotten', () => {
  const { memory, replace } = remembering(2);
  replace('one');
  replace('two');
  replace('one');
  replace('three');
  expect(['one', 'two', 'three'].map((keyId) => memory.recall(keyId)?.keyId)).toEqual([
    'one',
    undefined,
    'three',
  ]);
});
