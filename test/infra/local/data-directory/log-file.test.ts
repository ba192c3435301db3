import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openLog } from '../../../../infra/local/data-directory/log-file.ts';
import { newDirectory } from '../new-directory.ts';

let file: string;
beforeEach(async () => {
  file = join(await newDirectory(), 'any.log');
});

const line = '{"number":1}\n';

/** Opens a log with room for one line, writes a line, and closes the log. */
const write = async (text: string) => {
  const stop = new AsyncDisposableStack();
  openLog(file, stop, line.length)(text);
  await stop.disposeAsync();
};
const read = async () => [
  await readFile(`${file}.1`, 'utf8').catch(() => undefined),
  await readFile(file, 'utf8'),
];

it('G12 drops lines while the log is not writable, and then continues on a new line', async () => {
  // Like a file on a full disk, a folder with the log's name cannot be written.
  await mkdir(file);
  const stop = new AsyncDisposableStack();
  const log = openLog(file, stop);
  log('lost\n');
  await stop.disposeAsync();
  await rmdir(file);
  log('kept\n');
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe('\nkept\n');
});

it('renames a full log, replacing the previous one', async () => {
  await write(line);
  await write(line);
  expect(await read()).toEqual([undefined, `${line}${line}`]);
  await write('{"number":3}\n');
  expect(await read()).toEqual([`${line}${line}`, '{"number":3}\n']);
  await write('{"number":4}\n');
  await write('{"number":5}\n');
  expect(await read()).toEqual(['{"number":3}\n{"number":4}\n', '{"number":5}\n']);
});

it('continues a full log that cannot be renamed', async () => {
  await write(`${line}${line}`);
  await mkdir(`${file}.1`);
  await write(line);
  expect(await readFile(file, 'utf8')).toBe(`${line}${line}${line}`);
});
