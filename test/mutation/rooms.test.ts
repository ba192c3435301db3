import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inNoRoom } from './in-no-room.ts';
import { rooms } from './rooms.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A pattern without braces for each choice of what stands between them: one choice alone may be out of date. */
const choicesOf = (pattern: string): readonly string[] => {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [text, inside = ''] = braces;
  return inside.split(',').flatMap((choice) => choicesOf(pattern.replace(text, () => choice)));
};

const filesOf = (patterns: readonly string[]): readonly string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: repository }));

describe.each(Object.entries(rooms))('the room of %s', (_, { code, tests }) => {
  it.each([...code, ...tests].flatMap(choicesOf))('finds files by %s', (pattern) => {
    expect(filesOf([pattern])).not.toEqual([]);
  });
});

describe('the files beside those of the rooms', () => {
  const judged = filesOf(Object.values(rooms).flatMap(({ code }) => code));
  const excepted = inNoRoom.map(({ files }) => files);

  it('are in a room or are excepted, with what holds them instead', () => {
    const beside = filesOf([...new Set(judged.map((file) => `${dirname(file)}/*.ts`))]);
    const known = new Set([...judged, ...filesOf(excepted)]);
    expect(beside.filter((file) => !known.has(file))).toEqual([]);
  });

  it.each(excepted.flatMap(choicesOf))('are found by %s, and some are in no room', (pattern) => {
    expect(filesOf([pattern]).filter((file) => !judged.includes(file))).not.toEqual([]);
  });
});
