import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deadLettersIn, readDeadLetters } from '../../../../infra/local/dead-letters/dead-letters.ts';
import { dropFormerRecords } from '../../../../infra/local/dead-letters/former-letters.ts';
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

describe('letters of former releases', () => {
  const arn = 'arn:aws:dynamodb:ap-southeast-2:000000000000:table/enquiries/stream/1';
  const change = (SequenceNumber: string) => ({
    eventSourceARN: arn,
    dynamodb: { SequenceNumber, NewImage: { email: { S: 'jane@example.com' } } },
  });
  const ofStream = (sent: unknown) => ({
    ...letter('Changes of enquiries'),
    source: { kind: 'stream', name: 'Changes of enquiries' } as const,
    sent,
  });

  it('lose the changes that they hold, and keep where these were', async () => {
    const directory = await dataDirectory();
    const { deadLettersFile } = dataFilesIn(directory);
    const letters = deadLettersIn(deadLettersFile);
    await letters.keep(letter('before'));
    await letters.keep(ofStream({ Records: [change('1'), change('2')] }));
    await letters.keep(ofStream({ Records: [{ email: 'jane@example.com' }] }));
    await letters.keep(letter('after'));
    await appendFile(deadLettersFile, '{"queue":"Undelivered","sent":{"email":"jane@example.com"');

    await dropFormerRecords(deadLettersFile);

    expect(await readFile(deadLettersFile, 'utf8')).not.toContain('jane');
    const info = { startSequenceNumber: '1', endSequenceNumber: '2', batchSize: 2, streamArn: arn };
    expect(await readDeadLetters(directory)).toEqual([
      letter('before'),
      ofStream({ DDBStreamBatchInfo: info }),
      ofStream({ DDBStreamBatchInfo: { batchSize: 1 } }),
      letter('after'),
    ]);
  });

  it('stay as they are where another release has written what this one cannot read', async () => {
    const { deadLettersFile } = dataFilesIn(await dataDirectory());
    const unknown = '{"queue":"Undelivered","source":{"kind":"topic","name":"Prices"}}';
    await appendFile(deadLettersFile, `${unknown}\n{"queue":"Undel`);

    await dropFormerRecords(deadLettersFile);

    expect(await readFile(deadLettersFile, 'utf8')).toBe(`${unknown}\n`);
  });

  it('are not written anew where none holds changes', async () => {
    const { deadLettersFile } = dataFilesIn(await dataDirectory());
    const letters = deadLettersIn(deadLettersFile);
    await letters.keep({
      ...letter('queue'),
      source: { kind: 'queue', name: 'Files' },
      sent: { Records: [{}] },
    });
    await letters.keep(ofStream({ DDBStreamBatchInfo: { batchSize: 1 } }));
    const { ino } = await stat(deadLettersFile);

    await dropFormerRecords(deadLettersFile);

    expect((await stat(deadLettersFile)).ino).toBe(ino);
  });

  it('need not be there', async () => {
    const { deadLettersFile } = dataFilesIn(await dataDirectory());
    await dropFormerRecords(deadLettersFile);
    await expect(stat(deadLettersFile)).rejects.toThrow('ENOENT');
  });
});
