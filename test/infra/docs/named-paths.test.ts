import { glob, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Document, namedPathsOf, readDocument, readDocuments } from './documents.ts';

/** Replaces placeholders such as `SERVICE` or `NAME` in a path with a wildcard. */
const toPattern = (path: string): string => path.replace(/\b[A-Z][A-Z_]+\b/g, '*').replace(/\/$/, '');

const matchesFile = async (path: string, folder: string): Promise<boolean> => {
  for await (const _found of glob(path, { cwd: folder })) return true;
  return false;
};

/** Returns the paths that do not exist, either from the root or from the document's folder. */
const missingOf = async ({ path }: Document, named: readonly string[]): Promise<readonly string[]> => {
  const missing = [];
  for (const each of new Set(named.map(toPattern))) {
    if (!(await matchesFile(each, '.')) && !(await matchesFile(each, dirname(path)))) missing.push(each);
  }
  return missing;
};

const foldersIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe.each(['docs/architecture.md', 'docs/contributing.md', 'infra/local/README.md'])('%s', (path) => {
  it('mentions only existing files and folders', async () => {
    const document = await readDocument(path);
    const named = namedPathsOf(document);
    expect(named.length).toBeGreaterThan(20);
    expect(await missingOf(document, named)).toEqual([]);
  });
});

it.each(await readDocuments())('$path mentions only existing code files', async (document) => {
  const codePath = /^(\.ci|\.github|docs|functions|infra|shared|test)\//;
  const named = namedPathsOf(document).filter((path) => codePath.test(path));
  expect(await missingOf(document, named)).toEqual([]);
});

it.each(['shared', 'infra'])('the tables of layers list every folder in %s', async (parent) => {
  const named = namedPathsOf(await readDocument('docs/architecture.md'));
  for (const folder of await foldersIn(parent)) expect(named).toContain(`${parent}/${folder}`);
});

it("the local stack's README lists every folder", async () => {
  const named = namedPathsOf(await readDocument('infra/local/README.md'));
  for (const folder of await foldersIn('infra/local')) expect(named).toContain(`${folder}/`);
});
