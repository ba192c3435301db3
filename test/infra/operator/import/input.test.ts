import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openSources, prepareUpload } from '../../../../infra/operator/import/input.ts';
import { newDirectory } from '../../local/new-directory.ts';

it('an import compresses a large file, and rejects it if it is still too large after that', async () => {
  const file = path.join(await newDirectory(), 'lines');
  await writeFile(file, 'same\n'.repeat(1_000));
  const upload = await prepareUpload(await openSources([file], 'locations'), 1_000);
  expect(upload.bytes).toBeLessThan(1_000);
  upload.remove();
  await expect(
    openSources([file], 'locations').then((sources) => prepareUpload(sources, 10)),
  ).rejects.toThrow(/^the compressed lines are \d+ bytes, but S3 accepts only 10 bytes in one file$/);
});

it('an import stops reading a small gzip file of blank lines when its files together exceed the limit', async () => {
  const directory = await newDirectory();
  const [short, blank] = [path.join(directory, 'short.ndjson'), path.join(directory, 'blank.ndjson.gz')];
  // Its line has no line break, but is a line.
  await writeFile(short, '{}');
  await writeFile(blank, gzipSync(Buffer.alloc(5_000_000, '\n')));
  for (const files of [
    [short, blank],
    [blank, short],
  ])
    await expect(prepareUpload(await openSources(files, 'locations'))).rejects.toThrow(
      `${files[1]} cannot be read: an import may have at most 5,000,000 lines`,
    );
});
