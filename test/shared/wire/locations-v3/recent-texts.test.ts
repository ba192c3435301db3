import { expect, it } from 'vitest';
import { recentTexts } from '../../../../shared/wire/locations-v3/recent-texts.ts';

/** Texts of six characters with their sources, and the sources that they were made of, in order. */
const counted = (mostCharacters: number) => {
  const made: string[] = [];
  const recent = recentTexts(mostCharacters);
  const ask = (source: string, manner = '') =>
    recent(source, manner, () => {
      made.push(source + manner);
      return `${source}${manner} made`;
    });
  return { made, ask };
};

it('a text is made once for its source and manner', () => {
  const { made, ask } = counted(1_000);
  expect(['a', 'b', 'a', 'b'].map((source) => ask(source))).toEqual(['a made', 'b made', 'a made', 'b made']);
  expect([ask('a', '2'), ask('a', '2'), ask('a')]).toEqual(['a2 made', 'a2 made', 'a made']);
  expect(made).toEqual(['a', 'b', 'a2']);
});

it('what is asked for stays, what nobody asks for goes', () => {
  // Room for two texts in a generation: seven characters each, with the source.
  const { made, ask } = counted(28);
  for (const source of ['b', 'c', 'd', 'e', 'f', 'g']) {
    ask('a');
    ask(source);
  }
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  ask('b');
  expect(made.at(-1)).toBe('b');
});

it('a text that is larger than there is room for is made each time, and drives no other out', () => {
  const { made, ask } = counted(28);
  const large = 'x'.repeat(100);
  ask('a');
  ask('b');
  expect([ask(large), ask(large)]).toEqual([`${large} made`, `${large} made`]);
  ask('a');
  expect(made).toEqual(['a', 'b', large, large]);
});
