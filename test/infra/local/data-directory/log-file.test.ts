import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DataFiles, dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { openLog } from '../../../../infra/local/data-directory/log-file.ts';

const newDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-log-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return dataFilesIn(directory);
};

it('a log that cannot be written loses its own lines, and takes neither the other logs nor the stack along (G12)', async () => {
  const files = await newDirectory();
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
  const files = await newDirectory();
  await mkdir(files.functionsLog, { recursive: true });
  const first = new AsyncDisposableStack();
  const log = openLog(files, first);
  log.functions('any', 'lost\n');
  await first.disposeAsync();
  await rmdir(files.functionsLog);

  log.functions('any', 'kept\n');

  await expect.poll(() => readFile(files.functionsLog, 'utf8').catch(() => '')).toBe('\nkept\n');
});

describe('a full log', () => {
  const line = '{"number":1}\n';
  /** Writes a line in a stack of its own, whose logs have room for one line. */
  const write = async (files: DataFiles, text: string) => {
    const stop = new AsyncDisposableStack();
    openLog(files, stop, line.length).functions('any', text);
    await stop.disposeAsync();
  };
  const read = async ({ functionsLog }: DataFiles) => [
    await readFile(`${functionsLog}.1`, 'utf8').catch(() => undefined),
    await readFile(functionsLog, 'utf8'),
  ];

  it('is set aside whole, in place of the one before, and is begun anew', async () => {
    const files = await newDirectory();
    await write(files, line);
    await write(files, line);
    expect(await read(files)).toEqual([undefined, `${line}${line}`]);
    await write(files, '{"number":3}\n');
    expect(await read(files)).toEqual([`${line}${line}`, '{"number":3}\n']);
    await write(files, '{"number":4}\n');
    await write(files, '{"number":5}\n');
    expect(await read(files)).toEqual(['{"number":3}\n{"number":4}\n', '{"number":5}\n']);
  });

  it('is written on where it cannot be set aside', async () => {
    const files = await newDirectory();
    await write(files, `${line}${line}`);
    // A file cannot be renamed to a folder that is there.
    await mkdir(`${files.functionsLog}.1`);
    await write(files, line);
    expect(await readFile(files.functionsLog, 'utf8')).toBe(`${line}${line}${line}`);
  });
});
