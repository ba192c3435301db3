import { describe, expect, it } from 'vitest';
import { knownMembers } from '../../../shared/data-access/importing/import-checks.ts';
import { importKinds, recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { readDocument } from './documents.ts';

const { text } = await readDocument('docs/import-format.md');

/** The section of a kind: the line that it begins with, and its words. */
const sectionOf = (kind: string) => {
  const [, line = '', words = ''] =
    text.match(`\n## ${kind}\n+\`\`\`json\n([\\s\\S]*?)\`\`\`\n([\\s\\S]*?)\n## `) ?? [];
  return { line, words };
};

const spansOf = (words: string): readonly string[] =>
  [...words.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** What a table of fields says: the names of each row, and whether a line must have them. */
const fieldsIn = (words: string) =>
  [...words.matchAll(/^\| (`.+?) *\| *(yes|) *\|/gm)].flatMap(([, names = '', needed]) =>
    spansOf(names).map((name) => ({ name, isNeeded: needed === 'yes' })),
  );

describe.each(importKinds)('the format of %s', (kind) => {
  const { record } = recordKinds[kind];
  const known = [...knownMembers(record)];
  const { line, words } = sectionOf(kind);
  const fields = fieldsIn(words);

  it('has a table that names every member of a line, once, and no other', () => {
    expect(fields.map(({ name }) => name).toSorted()).toEqual(
      known.filter((name) => /^\w+$/.test(name)).toSorted(),
    );
  });

  it('says of each whether it is needed', () => {
    const missing = record.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? [];
    const needed = fields.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
    expect(needed.toSorted()).toEqual(missing.toSorted());
  });

  it('names the members of what stands within a line', () => {
    const named = new Set(spansOf(words).flatMap((span) => span.match(/\w+/g) ?? []));
    expect(known.filter((name) => !named.has(name.replace(/^.*\./, '')))).toEqual([]);
  });

  it('begins with a line that is read', () => {
    expect(record.safeParse(JSON.parse(line)).error?.issues).toBeUndefined();
  });
});
