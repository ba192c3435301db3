import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openImportInput, prepareUpload } from '../../../../infra/operator/import/input.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'waypost-input-'));
});
afterAll(() => rm(directory, { recursive: true }));

const inputOf = async (...contents: readonly string[]) => {
  const files = contents.map((_, index) => path.join(directory, `file-${index}`));
  for (const [index, file] of files.entries()) await writeFile(file, contents[index] ?? '');
  return openImportInput(files);
};

it('uploads one file as it is', async () => {
  const upload = await prepareUpload(await inputOf('a\nb'));
  expect(upload).toMatchObject({ path: path.join(directory, 'file-0'), bytes: 3 });
  upload.remove();
  expect(existsSync(upload.path)).toBe(true);
});

it('joins files in a temporary one, and knows where each line comes from', async () => {
  const upload = await prepareUpload(await inputOf('a\nb', 'c\n', 'd'));
  const content = await readFile(upload.path);
  expect(gunzipSync(content).toString()).toBe('a\nb\nc\nd\n');
  expect(upload.bytes).toBe(content.length);
  const origins = [1, 2, 3, 4]
    .map(upload.originOf)
    .map(({ source, line }) => `${path.basename(source)}:${line}`);
  expect(origins).toEqual(['file-0:1', 'file-0:2', 'file-1:1', 'file-2:1']);
  upload.remove();
  expect(existsSync(upload.path)).toBe(false);
});

it('compresses a file that is too large, and refuses what is too large all the same', async () => {
  const repeated = await inputOf('same\n'.repeat(1_000));
  const upload = await prepareUpload(repeated, 1_000);
  expect(upload.bytes).toBeLessThan(1_000);
  upload.remove();
  await expect(prepareUpload(await inputOf('same\n'.repeat(1_000)), 10)).rejects.toThrow(
    /^the lines have \d+ bytes compressed, more than the 10 bytes that S3 accepts in one file$/,
  );
});
