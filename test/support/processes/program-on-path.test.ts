import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isProgram, programOnPath } from './program-on-path.ts';

let folder: string;
let near: string;
let far: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'));
  near = join(folder, 'near');
  far = join(folder, 'far');
  for (const each of [near, far]) await mkdir(each);
  vi.stubEnv('PATH', [join(folder, 'nowhere'), near, far].join(delimiter));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const install = async (path: string): Promise<string> => {
  await symlink(process.execPath, path);
  return path;
};

it('the first program along the PATH is found', async () => {
  expect(programOnPath('tool')).toBeUndefined();
  const later = await install(join(far, 'tool'));
  expect(programOnPath('tool')).toBe(later);
  const first = await install(join(near, 'tool'));
  expect(programOnPath('tool')).toBe(first);
});

it.each([
  ['a folder', (path: string) => mkdir(path)],
  ['a file that may not be run', (path: string) => writeFile(path, '', { mode: 0o644 })],
  ['a link to nothing', (path: string) => symlink(join(folder, 'nowhere'), path)],
])('%s of that name is passed over', async (_what, make) => {
  const other = join(near, 'tool');
  await make(other);
  expect(isProgram(other)).toBe(false);
  expect(programOnPath('tool')).toBeUndefined();
  const program = await install(join(far, 'tool'));
  expect(programOnPath('tool')).toBe(program);
});
