import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { downloads } from '../../../shared/domain/publication/work-centre-export.ts';

const inBackticks = (text = ''): readonly string[] =>
  [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

it.each(['docs/partners.md', 'infra/portal/guides/locations/export.md'])(
  'the table of export formats is complete and in order: %s',
  async (path) => {
    const text = await readFile(path, 'utf8');
    const [, table = ''] = /^\| `format` .*\n\| -.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
    const firstCells = table.split('\n').map((row) => row.split('|')[1]);
    expect(firstCells.flatMap(inBackticks)).toEqual(downloads);
  },
);
