import { expect, it } from 'vitest';
import { routes } from '../../../infra/routes/routes.ts';
import { readDocument } from './documents.ts';

const listIn = (cell = ''): readonly string[] =>
  cell
    .replace(/`|\(.*\)/g, '')
    .split(',')
    .map((each) => each.trim());

/** The operations of the table: a row without a name gives the base path and the folder of those below it. */
const operationsIn = (table: string): readonly object[] => {
  let base = '';
  let folder = '';
  return table.split('\n').flatMap((row) => {
    const [names, paths, handlers] = row.split('|').slice(1, -1).map(listIn);
    if (names === undefined || names[0] === 'operation' || names[0]?.startsWith('-')) return [];
    if (names[0] === '') {
      [base = ''] = paths ?? [];
      [folder = ''] = handlers ?? [];
      return [];
    }
    return names.map((operationId, index) => {
      const [method, path] = paths?.[index]?.split(' ') ?? [];
      return { operationId, method, path: `${base}${path}`, handler: `${folder}${handlers?.[index]}.ts` };
    });
  });
};

it('the table of operations in the README is the route table', async () => {
  const { text } = await readDocument('README.md');
  const table = text.match(/^## Operations\n\n((?:\|.*\n)+)/m)?.[1] ?? '';
  expect(operationsIn(table), 'the rows of the README, in the order of the routes').toEqual(
    routes.map(({ operationId, method, path, handler }) => ({ operationId, method, path, handler })),
  );
});
