import { describe, expect, it } from 'vitest';
import { knownMembers } from '../../../shared/data-access/importing/import-checks.ts';
import { importKinds, recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { readDocument } from './documents.ts';

const { text } = await readDocument('docs/import-format.md');

/** Returns the section of a kind: its example line, and its text. */
const sectionOf = (kind: string) => {
  const [, line = '', words = ''] =
    text.match(`\n## ${kind}\n+\`\`\`json\n([\\s\\S]*?)\`\`\`\n([\\s\\S]*?)\n## `) ?? [];
  return { line, words };
};

const spansOf = (words: string): readonly string[] =>
  [...words.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** Returns the fields in the tables of a text, and whether each is required. */
const fieldsIn = (words: string) =>
  [...words.matchAll(/^\| (`.+?) *\| *(yes|) *\|/gm)].flatMap(([, names = '', needed]) =>
    spansOf(names).map((name) => ({ name, isNeeded: needed === 'yes' })),
  );

describe.each(importKinds)('the format of %s', (kind) => {
  const { record } = recordKinds[kind];
  const known = [...knownMembers(record)];
  const { line, words } = sectionOf(kind);
  const fields = fieldsIn(words);

  it('lists every member of a line once, and no other', () => {
    expect(fields.map(({ name }) => name).toSorted()).toEqual(
      known.filter((name) => /^\w+$/.test(name)).toSorted(),
    );
  });

  it('marks the required fields', () => {
    const missing = record.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? [];
    const needed = fields.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
    expect(needed.toSorted()).toEqual(missing.toSorted());
  });

  it('names the members of nested objects', () => {
    const named = new Set(spansOf(words).flatMap((span) => span.match(/\w+/g) ?? []));
    expect(known.filter((name) => !named.has(name.replace(/^.*\./, '')))).toEqual([]);
  });

  it('begins with a valid line', () => {
    expect(record.safeParse(JSON.parse(line)).error?.issues).toBeUndefined();
  });
});
