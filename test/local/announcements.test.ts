import { mkdir, readFile, rename, rmdir, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { dataFilesIn } from '../../infra/local/files/data-files.ts';
import { bodyOf, createWaypostClient } from '../../shared/client/index.ts';
import { personalTexts } from '../support/stack/secret-traffic.ts';
import { logsOf, secretsIn } from '../support/stack/stack-logs.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  type StackProcess,
  startStackProcess,
} from '../support/stack/stack-process.ts';

const [firstname, lastname, email, enquiryDetails] = personalTexts;
const body = {
  firstname,
  lastname,
  email,
  enquiryDetails,
  enquiryType: 'PAYMENT',
  biller: null,
  billId: null,
};

const line = z.object({
  bus: z.literal('waypost-local'),
  event: z.object({
    source: z.literal('waypost.enquiries'),
    'detail-type': z.literal('EnquirySubmitted'),
    detail: z.object({ id: z.string(), sandbox: z.boolean(), enquiry: z.looseObject({}) }),
  }),
});

let dataDirectory: string;
beforeAll(async () => {
  dataDirectory = await newDataDirectory();
});
afterAll(() => removeDataDirectory(dataDirectory));

const start = () => startStackProcess({ dataDirectory, assemblyOf: inject('sharedStack').dataDirectory });

const submit = async ({ url, key }: StackProcess): Promise<string> => {
  const { billManagement } = createWaypostClient({ baseUrl: url, key });
  return bodyOf(await billManagement.POST('/enquiries', { body })).referenceNumber;
};

const announced = async () => {
  const text = await readFile(dataFilesIn(dataDirectory).eventsFile, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((each) => line.parse(JSON.parse(each)).event.detail);
};
const announcedIds = async () => (await announced()).map(({ id }) => id);
const soon = { timeout: 60_000, interval: 200 };

describe('an enquiry on a running stack', () => {
  it('is announced within seconds, whole, in a file of the owner alone, and in no log', async () => {
    const stack = await start();
    const referenceNumber = await submit(stack);
    await expect.poll(announcedIds, soon).toEqual([referenceNumber]);
    const [event] = await announced();
    expect(event).toMatchObject({ sandbox: false, enquiry: { ...body, referenceNumber } });
    expect((await stat(dataFilesIn(dataDirectory).eventsFile)).mode & 0o777).toBe(0o600);
    await stack.stop();
    for (const [name, log] of Object.entries(await logsOf(dataDirectory)))
      expect(secretsIn(log, personalTexts), name).toEqual([]);
  }, 180_000);

  it('G11 that was written before a kill and could not be announced is announced after the next start', async () => {
    const { eventsFile } = dataFilesIn(dataDirectory);
    const stack = await start();
    // The disk takes no event as long as a folder is in the file's place.
    await rename(eventsFile, `${eventsFile}.aside`);
    await mkdir(eventsFile);
    const referenceNumbers = [await submit(stack), await submit(stack)];
    await delay(1_500);
    await stack.stop('SIGKILL');
    await rmdir(eventsFile);
    await rename(`${eventsFile}.aside`, eventsFile);
    expect(await announcedIds()).toHaveLength(1);

    const restarted = await start();
    await expect.poll(announcedIds, soon).toEqual(expect.arrayContaining(referenceNumbers));
    await restarted.stop();
    for (const [name, log] of Object.entries(await logsOf(dataDirectory)))
      expect(secretsIn(log, personalTexts), name).toEqual([]);
  }, 180_000);
});
