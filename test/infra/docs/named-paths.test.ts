import { glob, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namedPathsOf, readDocument } from './documents.ts';

/** `SERVICE` or `NAME` in a path stands for any name. */
const withAnyName = (path: string): string => path.replace(/\b[A-Z][A-Z_]+\b/g, '*').replace(/\/$/, '');

const isThere = async (path: string, folder: string): Promise<boolean> => {
  for await (const _found of glob(path, { cwd: folder })) return true;
  return false;
};

const foldersIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe.each(['docs/architecture.md', 'docs/contributing.md', 'infra/local/README.md'])('%s', (path) => {
  it('names files and folders that there are, from the root or from its own folder', async () => {
    const paths = [...new Set(namedPathsOf(await readDocument(path)).map(withAnyName))];
    expect(paths.length).toBeGreaterThan(20);
    const missing = [];
    for (const named of paths) {
      if (!(await isThere(named, '.')) && !(await isThere(named, dirname(path)))) missing.push(named);
    }
    expect(missing).toEqual([]);
  });
});

describe('the table of layers', () => {
  it.each(['shared', 'infra'])('has every folder of %s', async (parent) => {
    const named = namedPathsOf(await readDocument('docs/architecture.md'));
    for (const folder of await foldersIn(parent)) expect(named).toContain(`${parent}/${folder}`);
  });
});

it('the map of the local stack has every room', async () => {
  const named = namedPathsOf(await readDocument('infra/local/README.md'));
  for (const room of await foldersIn('infra/local')) expect(named).toContain(`${room}/`);
});
