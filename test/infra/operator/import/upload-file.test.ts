import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { openImportInput } from '../../../../infra/operator/import/import-input.ts';
import { fileToUpload } from '../../../../infra/operator/import/upload/upload-file.ts';

const fileWith = async (content: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-upload-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'lines.ndjson');
  await writeFile(file, content);
  return file;
};

it('uploads a single file as it is', async () => {
  const path = await fileWith('{}\n');
  const file = await fileToUpload(await openImportInput([path]));
  expect(file).toMatchObject({ path, bytes: 3 });
  file[Symbol.dispose]();
  expect(existsSync(path)).toBe(true);
});

it('compresses standard input into a temporary file, which it removes', async () => {
  const input = await openImportInput(['-'], Readable.from([Buffer.from('{"a":1}\n{"b":2}')]));
  const file = await fileToUpload(input);
  const bytes = await readFile(file.path);
  expect(gunzipSync(bytes).toString()).toBe('{"a":1}\n{"b":2}\n');
  expect(file.bytes).toBe(bytes.length);
  expect(file.originOf(2)).toEqual({ source: 'standard input', line: 2 });
  file[Symbol.dispose]();
  expect(existsSync(dirname(file.path))).toBe(false);
});

it('compresses a file that is too large, and rejects one that still is', async () => {
  const path = await fileWith('{}\n'.repeat(100_000));
  using file = await fileToUpload(await openImportInput([path]), 100_000);
  expect(file.path).toMatch(/\.gz$/);
  const tooLarge = fileToUpload(await openImportInput([path]), 100);
  await expect(tooLarge).rejects.toThrow('MB compressed, and S3 accepts');
});
