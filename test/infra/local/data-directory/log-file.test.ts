import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLog } from '../../../../infra/local/data-directory/log-file.ts';
import { dataFilesIn } from '../../../../infra/local/files/data-files.ts';

it('a log that cannot be written loses its own lines, and takes neither the other logs nor the stack along (G12)', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-log-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const files = dataFilesIn(directory);
  // A folder in its place can be written no more than a file on a full disk.
  await mkdir(files.functionsLog, { recursive: true });
  const stop = new AsyncDisposableStack();
  const log = openLog(files, stop);

  log.functions('any', 'lost\n');
  log.requests('{"kept":true}');
  await stop.disposeAsync();

  expect(await readFile(files.requestsLog, 'utf8')).toBe('{"kept":true}\n');
});

it('G12 a log that can be written again goes on with a line of its own', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-log-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const files = dataFilesIn(directory);
  await mkdir(files.functionsLog, { recursive: true });
  const first = new AsyncDisposableStack();
  const log = openLog(files, first);
  log.functions('any', 'lost\n');
  await first.disposeAsync();
  await rmdir(files.functionsLog);

  log.functions('any', 'kept\n');

  await expect.poll(() => readFile(files.functionsLog, 'utf8').catch(() => '')).toBe('\nkept\n');
});
