import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { csvColumns } from '../../../infra/operator/import/csv.ts';
import { knownMembers } from '../../../shared/data-access/importing/import-checks.ts';
import { type ImportKind, importKinds } from '../../../shared/data-access/importing/import-kinds.ts';
import { type RecordKind, recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { availabilityRecord } from '../../../shared/domain/importing/availability-record.ts';

const text = await readFile('docs/import-format.md', 'utf8');

const christmasEve = new Date('2026-12-24T10:00:00+11:00');
const recordOf = (kind: ImportKind): RecordKind['record'] =>
  kind === 'availability'
    ? availabilityRecord({ receivedAt: christmasEve, replace: true })
    : recordKinds[kind].record;

const sectionOf = (kind: string) => {
  const [, line = '', prose = ''] =
    text.match(`\n## ${kind}\n+\`\`\`json\n([\\s\\S]*?)\`\`\`\n([\\s\\S]*?)\n## `) ?? [];
  return { line, prose };
};

const spansOf = (prose: string): readonly string[] =>
  [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/**
 * Returns the fields in each table of a section: the table of the line, and a table for each member that has its own.
 */
const tablesIn = (prose: string) =>
  [...prose.matchAll(/^\| (?:field|member of `(\w+)`) .*\n(?:\|.*\n)+/gm)].map(([table, member]) => ({
    member,
    fields: [...table.matchAll(/^\| (`.+?) *\| *(yes|) *\|/gm)].flatMap(([, names = '', required]) =>
      spansOf(names).map((name) => ({ name, isRequired: required === 'yes' })),
    ),
  }));

describe.each(importKinds)('the format of %s', (kind) => {
  const record = recordOf(kind);
  const known = [...knownMembers(record)];
  const { line, prose } = sectionOf(kind);
  const tables = tablesIn(prose);

  it('has a table with exactly the fields of a line', () => {
    expect(tables.map(({ member }) => member)).toContain(undefined);
    for (const { member, fields } of tables) {
      const prefix = member === undefined ? '' : `${member}.`;
      const names = known.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      expect(fields.map(({ name }) => name).toSorted(), member).toEqual(
        names.filter((name) => /^\w+$/.test(name)).toSorted(),
      );
    }
  });

  it('marks the required fields', () => {
    for (const { member, fields } of tables) {
      const [line, path] = member === undefined ? [{}, ''] : [{ [member]: {} }, `${member}.`];
      const missing = record
        .safeParse(line)
        .error?.issues.map((issue) => issue.path.join('.'))
        .filter((name) => name.startsWith(path))
        .map((name) => name.slice(path.length));
      const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      expect(required.toSorted(), member).toEqual(missing?.toSorted() ?? []);
    }
  });

  it('mentions all nested fields', () => {
    const named = new Set(spansOf(prose).flatMap((span) => span.match(/\w+/g) ?? []));
    expect(known.filter((name) => !named.has(name.replace(/^.*\./, '')))).toEqual([]);
  });

  it('lists the CSV columns that contain JSON', () => {
    const [, listed = ''] = text.match(`\n\\| \`${kind}\` +\\|(.*)\\|\n`) ?? [];
    const nested = [...csvColumns(kind)].flatMap(([name, type]) =>
      type === 'array' || type === 'object' ? [name] : [],
    );
    expect(spansOf(listed)).toEqual(nested);
  });

  it('starts with a valid example', () => {
    expect(record.safeParse(JSON.parse(line)).error?.issues).toBeUndefined();
  });
});
