import { describe, expect, it } from 'vitest';
import {
  changesFile,
  formatChange,
  formatHead,
  formatRemoval,
  formatTombstone,
  readChanges,
  readTombstones,
  removedFile,
} from '../../../shared/wire/changes-and-removed.ts';
import { IncompleteExport } from '../../../shared/wire/export-formats.ts';
import { postOffice } from '../../support/networks/network-records.ts';
import { generatedAt, linesOf, renderedForExport } from './exported-text.ts';

const since = '20261120T005810123Z-4f2a9c';
const version = '20261121T005810123Z-5a3b8d';

describe('the file of changes', () => {
  const counts = { added: 1, changed: 2, removed: 1 };
  const removedAt = '2026-11-21T00:58:10.123Z';
  const changes = [
    { code: '000001_PO', kind: 'added' },
    { code: '000002_PO', kind: 'changed' },
    { code: '000003_PO', kind: 'removed', removedAt },
    { code: '000004_PO', kind: 'changed' },
  ] as const;
  const officeOf = (code: string) =>
    postOffice(Number.parseInt(code, 10), { directions: 'Line separators\u2028 are no line feeds' });
  const lines = [
    formatHead({ version, since, generatedAt, ...counts }),
    ...changes.map((change) =>
      change.kind === 'removed'
        ? formatRemoval(change, ['000002_PO', '000004_PO'])
        : formatChange(change, renderedForExport(officeOf(change.code)).json),
    ),
  ];

  it('is read and counted', async () => {
    expect(await readChanges(linesOf(lines.join('')))).toEqual({ since, changes });
    expect(await changesFile.count(linesOf(lines.join('')))).toBe(4);
    const none = formatHead({ version, since, generatedAt, added: 0, changed: 0, removed: 0 });
    expect(await changesFile.count(linesOf(none))).toBe(0);
  });

  it.each([
    ['lacks a line', lines.toSpliced(2, 1).join('')],
    ['has changes that do not match the counts', lines.join('').replace('"added","id"', '"changed","id"')],
    ['has a line cut off', lines.join('').slice(0, -10)],
    ['has no head', lines.slice(1).join('')],
    ['is empty', ''],
  ])('is incomplete if it %s', async (_fault, file) => {
    await expect(changesFile.count(linesOf(file))).rejects.toThrow(IncompleteExport);
  });
});

describe('the file of removed locations', () => {
  const tombstones = ['000001_PO', '000002_PO'].map((id) => ({ id, removedAt: '2026-11-20T10:00:00.000Z' }));
  const textOf = (removed: typeof tombstones, total = removed.length) =>
    [
      formatHead({ version, generatedAt, total }),
      ...removed.map((tombstone, index) => formatTombstone(tombstone, index === 0 ? [] : ['000009_PO'])),
    ].join('');

  it.each([0, 2])('is read and counted with %i locations', async (count) => {
    const removed = tombstones.slice(0, count);
    expect(await readTombstones(linesOf(textOf(removed)))).toEqual(removed);
    expect(await removedFile.count(linesOf(textOf(removed)))).toBe(count);
  });

  it.each([
    ['lacks a line', textOf(tombstones, 3)],
    ['has a line cut off', textOf(tombstones).slice(0, -10)],
    ['has no head', textOf(tombstones).replace(/^.*\n/, '')],
    ['is empty', ''],
  ])('is incomplete if it %s', async (_fault, text) => {
    await expect(removedFile.count(linesOf(text))).rejects.toThrow(IncompleteExport);
  });
});
