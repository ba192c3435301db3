import { describe, expect, it } from 'vitest';
import {
  changedLine,
  changeLine,
  changesFile,
  changesFileHead,
  removedChangeLine,
} from '../../../../../shared/wire/changes-and-removed.ts';
import { IncompleteExport } from '../../../../../shared/wire/export-formats.ts';
import { workCentre } from '../../../../../shared/wire/locations-v3/work-centre.ts';
import { postOffice } from '../../../../support/networks/network-records.ts';
import { generatedAt, linesOf, shown, shownForExport, textOf } from './exported-text.ts';

const since = '20261120T005810123Z-4f2a9c';
const version = '20261121T005810123Z-5a3b8d';
const counts = { added: 1, changed: 2, removed: 1 };

const changed = (change: 'added' | 'changed', index: number) =>
  textOf(changedLine(change, shownForExport(postOffice(index))));
const lines = [
  changesFileHead({ version, since, generatedAt, ...counts }),
  changed('added', 1),
  changed('changed', 2),
  changed('changed', 3),
  removedChangeLine({ id: '000004_PO', removedAt: '2026-11-21T00:58:10.123Z' }),
];

describe('the file of changes', () => {
  it('says in its first line what it leads from and to', () => {
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      version,
      since,
      generated_at: '2026-11-21T00:58:10.123Z',
      ...counts,
    });
  });

  it('names no former version where there is none', () => {
    const head = JSON.parse(changesFileHead({ version, generatedAt, added: 0, changed: 0, removed: 0 }));
    expect(head).not.toHaveProperty('since');
  });

  it('has a line for each change: the work centre as it is, or when it was removed', () => {
    expect(lines.slice(1).map((line) => changeLine.parse(JSON.parse(line)))).toEqual([
      { change: 'added', id: '000001_PO', workcentre: workCentre.parse(shown(postOffice(1))) },
      { change: 'changed', id: '000002_PO', workcentre: workCentre.parse(shown(postOffice(2))) },
      { change: 'changed', id: '000003_PO', workcentre: workCentre.parse(shown(postOffice(3))) },
      { change: 'removed', id: '000004_PO', removed_at: '2026-11-21T00:58:10.123Z' },
    ]);
  });

  it('counts its changes', async () => {
    expect(await changesFile.count(linesOf(lines.join('')))).toBe(4);
    const none = changesFileHead({ version, since, generatedAt, added: 0, changed: 0, removed: 0 });
    expect(await changesFile.count(linesOf(none))).toBe(0);
  });

  it.each([
    ['lacks a line', lines.toSpliced(2, 1).join('')],
    ['has one kind of change for another', lines.join('').replace('"added","id"', '"changed","id"')],
    ['has a line cut off', lines.join('').slice(0, -10)],
    ['has no head', lines.slice(1).join('')],
    ['is empty', ''],
  ])('is incomplete when it %s', async (_fault, file) => {
    await expect(changesFile.count(linesOf(file))).rejects.toThrow(IncompleteExport);
  });
});
