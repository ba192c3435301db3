import { describe, expect, it } from 'vitest';
import { IncompleteExport } from '../../../../../shared/wire/export-formats.ts';
import {
  readTombstones,
  removedFile,
  removedFileHead,
  tombstoneLine,
} from '../../../../../shared/wire/changes-and-removed.ts';
import { generatedAt, linesOf } from './exported-text.ts';

const version = '20261121T005810123Z-5a3b8d';
const tombstones = ['000001_PO', '000002_PO'].map((id) => ({ id, removedAt: '2026-11-20T10:00:00.000Z' }));
const textOf = (gone: typeof tombstones, total = gone.length) =>
  [removedFileHead({ version, generatedAt, total }), ...gone.map(tombstoneLine)].join('');

describe('the file of removed locations', () => {
  it('has a head, and a line with id and date for each', () => {
    const [head, ...lines] = textOf(tombstones).trimEnd().split('\n');
    expect(JSON.parse(head ?? '')).toEqual({ version, generated_at: '2026-11-21T00:58:10.123Z', total: 2 });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { id: '000001_PO', removed_at: '2026-11-20T10:00:00.000Z' },
      { id: '000002_PO', removed_at: '2026-11-20T10:00:00.000Z' },
    ]);
  });

  it.each([0, 2])('with %i of them is read and counted', async (count) => {
    const gone = tombstones.slice(0, count);
    expect(await Array.fromAsync(readTombstones(linesOf(textOf(gone))))).toEqual(gone);
    expect(await removedFile.count(linesOf(textOf(gone)))).toBe(count);
  });

  it.each([
    ['lacks a line', textOf(tombstones, 3)],
    ['has a line cut off', textOf(tombstones).slice(0, -10)],
    ['has no head', textOf(tombstones).replace(/^.*\n/, '')],
    ['is empty', ''],
  ])('is incomplete when it %s', async (_fault, text) => {
    await expect(removedFile.count(linesOf(text))).rejects.toThrow(IncompleteExport);
  });
});
