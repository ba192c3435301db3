import { describe, expect, it } from 'vitest';
import { knownMembers } from '../../../shared/data-access/importing/import-checks.ts';
import {
  type ImportKind,
  importKinds,
  type RecordKind,
  recordKinds,
} from '../../../shared/data-access/importing/record-kinds.ts';
import { availabilityRecord } from '../../../shared/domain/importing/availability-record.ts';
import { readDocument } from './documents.ts';

const { text } = await readDocument('docs/import-format.md');

const christmasEve = new Date('2026-12-24T10:00:00+11:00');
const recordOf = (kind: ImportKind): RecordKind['record'] =>
  kind === 'availability'
    ? availabilityRecord({ receivedAt: christmasEve, replace: true })
    : recordKinds[kind].record;

/** Returns the example line and the prose of the section about a kind. */
const sectionOf = (kind: string) => {
  const [, line = '', prose = ''] =
    text.match(`\n## ${kind}\n+\`\`\`json\n([\\s\\S]*?)\`\`\`\n([\\s\\S]*?)\n## `) ?? [];
  return { line, prose };
};

const spansOf = (prose: string): readonly string[] =>
  [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** Returns the fields in the table of a section, and whether each is required. */
const fieldsIn = (prose: string) =>
  [...prose.matchAll(/^\| (`.+?) *\| *(yes|) *\|/gm)].flatMap(([, names = '', required]) =>
    spansOf(names).map((name) => ({ name, isRequired: required === 'yes' })),
  );

describe.each(importKinds)('the format of %s', (kind) => {
  const record = recordOf(kind);
  const known = [...knownMembers(record)];
  const { line, prose } = sectionOf(kind);
  const fields = fieldsIn(prose);

  it('has a table with exactly the fields of a line', () => {
    expect(fields.map(({ name }) => name).toSorted()).toEqual(
      known.filter((name) => /^\w+$/.test(name)).toSorted(),
    );
  });

  it('marks the required fields', () => {
    const missing = record.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? [];
    const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    expect(required.toSorted()).toEqual(missing.toSorted());
  });

  it('mentions all nested fields', () => {
    const named = new Set(spansOf(prose).flatMap((span) => span.match(/\w+/g) ?? []));
    expect(known.filter((name) => !named.has(name.replace(/^.*\./, '')))).toEqual([]);
  });

  it('starts with a valid example', () => {
    expect(record.safeParse(JSON.parse(line)).error?.issues).toBeUndefined();
  });
});
