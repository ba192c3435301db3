import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSources, prepareUpload } from '../../../../infra/operator/import/input.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'waypost-input-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('compresses a file that is too large, and refuses it if it is too large still', async () => {
  const file = path.join(directory, 'lines');
  await writeFile(file, 'same\n'.repeat(1_000));
  const upload = await prepareUpload(await openSources([file]), 1_000);
  expect(upload.bytes).toBeLessThan(1_000);
  upload.remove();
  await expect(openSources([file]).then((sources) => prepareUpload(sources, 10))).rejects.toThrow(
    /^the compressed lines are \d+ bytes, but S3 accepts only 10 bytes in one file$/,
  );
});
