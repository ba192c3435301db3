import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deadLettersIn, readDeadLetters } from '../../../../infra/local/dead-letters/dead-letters.ts';
import { dataFilesIn } from '../../../../infra/local/files/data-files.ts';

const dataDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-dead-letters-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
};

const letter = (name: string) => ({
  queue: 'Undelivered',
  at: '2026-11-21T00:00:00.000Z',
  source: { kind: 'schedule', name } as const,
  functionName: 'Publisher',
  sent: { reason: 'schedule' },
  why: 'timed out',
});

it('dead letters are read in the order in which they were kept, however close together', async () => {
  const directory = await dataDirectory();
  const letters = deadLettersIn(dataFilesIn(directory).deadLettersFile);
  const names = ['a', 'b', 'c', 'd'];

  await Promise.all(names.map((name) => letters.keep(letter(name))));

  expect(await readDeadLetters(directory)).toEqual(names.map(letter));
});

it('a letter that was cut off costs no other', async () => {
  const directory = await dataDirectory();
  const { deadLettersFile } = dataFilesIn(directory);
  await deadLettersIn(deadLettersFile).keep(letter('whole'));
  await appendFile(deadLettersFile, '{"queue":"Undel');

  await deadLettersIn(deadLettersFile).keep(letter('next'));

  expect(await readDeadLetters(directory)).toEqual([letter('whole'), letter('next')]);
});

it('a data directory without dead letters has none to read', async () => {
  expect(await readDeadLetters(await dataDirectory())).toEqual([]);
});
