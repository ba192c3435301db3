import { glob, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Document, namedPathsOf, readDocument, readDocuments } from './documents.ts';

/** Replaces `SERVICE` or `NAME` in a path, which may be any name, by a wildcard. */
const withAnyName = (path: string): string => path.replace(/\b[A-Z][A-Z_]+\b/g, '*').replace(/\/$/, '');

const isThere = async (path: string, folder: string): Promise<boolean> => {
  for await (const _found of glob(path, { cwd: folder })) return true;
  return false;
};

/** Returns the paths that exist neither from the root nor from the folder of their document. */
const missingOf = async ({ path }: Document, named: readonly string[]): Promise<readonly string[]> => {
  const missing = [];
  for (const each of new Set(named.map(withAnyName))) {
    if (!(await isThere(each, '.')) && !(await isThere(each, dirname(path)))) missing.push(each);
  }
  return missing;
};

const foldersIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe.each(['docs/architecture.md', 'docs/contributing.md', 'infra/local/README.md'])('%s', (path) => {
  it('names existing files and folders, from the root or from its own folder', async () => {
    const document = await readDocument(path);
    const named = namedPathsOf(document);
    expect(named.length).toBeGreaterThan(20);
    expect(await missingOf(document, named)).toEqual([]);
  });
});

it.each(await readDocuments())('$path names existing files of the code', async (document) => {
  const ofTheCode = /^(\.ci|\.github|docs|functions|infra|shared|test)\//;
  const named = namedPathsOf(document).filter((path) => ofTheCode.test(path));
  expect(await missingOf(document, named)).toEqual([]);
});

describe('the tables of layers', () => {
  it.each(['shared', 'infra'])('list every folder of %s', async (parent) => {
    const named = namedPathsOf(await readDocument('docs/architecture.md'));
    for (const folder of await foldersIn(parent)) expect(named).toContain(`${parent}/${folder}`);
  });
});

it('the README of the local stack lists every folder', async () => {
  const named = namedPathsOf(await readDocument('infra/local/README.md'));
  for (const room of await foldersIn('infra/local')) expect(named).toContain(`${room}/`);
});
