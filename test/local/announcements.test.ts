import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { bodyOf, createWaypostClient } from '../../shared/client/index.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { logsOf, personalEnquiry, personalTexts, secretsIn } from '../support/stack/stack-logs.ts';
import type { StackProcess } from '../support/stack/stack-process.ts';
import { type OwnStack, startOwnStack } from './running-stack.ts';

const row = z.object({
  bus: z.literal('waypost-local'),
  event: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(
      z.object({
        source: z.literal('waypost.enquiries'),
        'detail-type': z.enum(['EnquirySubmitted', 'EnquiryErased']),
        detail: z.looseObject({ id: z.string(), sandbox: z.boolean() }),
      }),
    ),
});

let dataDirectory: string;
let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
  ({ dataDirectory } = stack);
});
afterAll(() => stack.remove());

const submit = async ({ url, key }: StackProcess): Promise<string> => {
  const { billManagement } = createWaypostClient({ baseUrl: url, key });
  return bodyOf(await billManagement.POST('/enquiries', { body: personalEnquiry })).referenceNumber;
};

const openState = () => new DatabaseSync(dataFilesIn(dataDirectory).stateFile, { timeout: 5_000 });

const announced = (type = 'EnquirySubmitted') => {
  using state = openState();
  const rows = state.prepare('SELECT bus, event FROM bus_events ORDER BY rowid').all();
  const events = rows.map((each) => row.parse(each).event);
  return events.filter((event) => event['detail-type'] === type).map(({ detail }) => detail);
};
const announcedIds = () => announced().map(({ id }) => id);
const soon = { timeout: 60_000, interval: 200 };

describe('an enquiry on a running stack', () => {
  it('is announced in full within seconds, and again when erased, in a file that only its owner can read', async () => {
    const referenceNumber = await submit(stack);
    await expect.poll(announcedIds, soon).toEqual([referenceNumber]);
    const [event] = announced();
    expect(event).toMatchObject({ sandbox: false, enquiry: { ...personalEnquiry, referenceNumber } });
    expect((await stat(dataFilesIn(dataDirectory).stateFile)).mode & 0o777).toBe(0o600);
    const kept = await submit(stack);
    await expect.poll(announcedIds, soon).toEqual([referenceNumber, kept]);
    const erase = ['enquiries', 'erase', referenceNumber, '--reason', 'erasure request 7'];
    expect(await runWaypost([...erase, '--data-dir', dataDirectory])).toMatchObject({ status: 0 });
    await expect
      .poll(() => announced('EnquiryErased'), soon)
      .toEqual([{ version: '1', id: referenceNumber, sandbox: event?.sandbox }]);
  }, 180_000);

  it('G11 is announced after the next start if the stack was killed, and old announcements are deleted', async () => {
    // Simulates a disk on which no event can be stored.
    const full = "CREATE TRIGGER full BEFORE INSERT ON bus_events BEGIN SELECT RAISE(ABORT, 'full'); END";
    using state = openState();
    state.exec(full);
    const referenceNumbers = [await submit(stack), await submit(stack)];
    await delay(1_500);
    await stack.stop('SIGKILL');
    state.exec('DROP TRIGGER full');
    expect(announcedIds()).toHaveLength(1);
    const old = "SELECT id FROM bus_events WHERE id = 'old'";
    state.exec(
      "INSERT INTO bus_events SELECT 'old', bus, '2020-01-01T00:00:00Z', event FROM bus_events LIMIT 1",
    );

    stack = await startOwnStack(dataDirectory);
    await expect.poll(announcedIds, soon).toEqual(expect.arrayContaining(referenceNumbers));
    // Announcements are kept for 30 days. Older ones are deleted some seconds after the next start.
    await expect.poll(() => state.prepare(old).all(), soon).toEqual([]);
    // Events are delivered at least once, because an event whose delivery takes too long is sent again.
    expect(new Set(announcedIds()).size).toBe(3);
    await stack.stop();
    for (const [name, log] of Object.entries(await logsOf(dataDirectory)))
      expect(secretsIn(log, personalTexts), name).toEqual([]);
  }, 180_000);
});
