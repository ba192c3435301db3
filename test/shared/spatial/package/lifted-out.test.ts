import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const pathOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const compiler = pathOf('node_modules/.bin/tsc');

const tsconfig = {
  compilerOptions: {
    lib: ['es2025', 'dom'],
    target: 'es2024',
    module: 'nodenext',
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  files: ['example.ts'],
};

describe('the spatial index as a separate package', () => {
  let folder: string;
  let example: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waypost-spatial-'));
    await cp(pathOf('shared/spatial'), join(folder, 'room'), { recursive: true });
    await mkdir(join(folder, 'node_modules'));
    // A link, because Node.js does not run TypeScript files whose real path is in node_modules.
    await symlink(join(folder, 'room'), join(folder, 'node_modules/waypost-spatial'), 'dir');
    const readme = await readFile(join(folder, 'room/README.md'), 'utf8');
    [, example = ''] = /^# [^\n]+\n\n```ts\n(.*?\n)```\n/s.exec(readme) ?? [];
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    await writeFile(join(folder, 'example.ts'), example);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('compiles the example in its README, which prints the output in its comments', async () => {
    const compiled = await run(compiler, ['--project', folder]).catch((failure: unknown) => failure);
    expect(compiled).toMatchObject({ stdout: '' });
    const expected = [...example.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)].map(([, each]) => each);
    expect(expected.length).toBeGreaterThan(2);
    const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder });
    expect(stdout.trimEnd().split('\n')).toEqual(expected);
  });
});
