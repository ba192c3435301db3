import { expect, it } from 'vitest';
import { downloads } from '../../../shared/domain/publication/work-centre-export.ts';
import { readDocument } from './documents.ts';

const inBackticks = (text = ''): readonly string[] =>
  [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

it('the table of exports lists every format in order', async () => {
  const { text } = await readDocument('docs/partners.md');
  const [, table = ''] = /^\| `format` .*\n\| -.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const firstCells = table.split('\n').map((row) => row.split('|')[1]);
  expect(firstCells.flatMap(inBackticks)).toEqual(downloads);
});

it('the export guide lists every format in order', async () => {
  const { text } = await readDocument('infra/portal/guides/locations/export.md');
  const [, names] = /^`format` is one of (.+?)\. /m.exec(text) ?? [];
  expect(inBackticks(names)).toEqual(downloads);
});
