import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rooms } from './rooms.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A pattern without braces for each choice of what stands between them: one choice alone may be out of date. */
const choicesOf = (pattern: string): readonly string[] => {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [text, inside = ''] = braces;
  return inside.split(',').flatMap((choice) => choicesOf(pattern.replace(text, () => choice)));
};

describe.each(Object.entries(rooms))('the room of %s', (_, { code, tests }) => {
  it.each([...code, ...tests].flatMap(choicesOf))('finds files by %s', (pattern) => {
    expect(globSync(pattern, { cwd: repository })).not.toEqual([]);
  });
});
