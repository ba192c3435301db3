import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { stages } from '../../infra/stages/stages.ts';
import { bodyOf, createWaypostClient } from '../../shared/client/index.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { fileOf } from '../support/networks/import-lines.ts';
import { runWaypost, startWaypost } from '../support/stack/run-waypost.ts';
import { logsOf, personalTexts, secretsIn } from '../support/stack/stack-logs.ts';
import type { StackProcess } from '../support/stack/stack-process.ts';
import { describedStack } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { type OwnStack, startOwnStack } from './running-stack.ts';

let dataDirectory: string;
let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
  ({ dataDirectory } = stack);
});
afterAll(() => stack.remove());

const locations = fixtureNetwork.locations.slice(0, 20);
const [first, second, third] = locations.map(({ location_code }) => location_code);
if (!first || !second || !third) throw new Error('the fixture has too few locations');

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const full = (location_code: string, more: object = {}) => ({
  location_code,
  accepting: false,
  reason: 'FULL',
  until: inHours(5),
  ...more,
});

describe('availability reports to a running stack', () => {
  let events: EventBridgeClient;
  let bus: string;
  beforeAll(async () => {
    const { controlEndpoint, eventBus, region, credentials } = await describedStack(dataDirectory);
    events = new EventBridgeClient({ endpoint: controlEndpoint, region, credentials });
    bus = eventBus;
    await importText('locations', fileOf(locations));
  });
  afterAll(() => events.destroy());

  const importText = async (kind: string, input: string, ...options: readonly string[]) => {
    const command = ['import', kind, '-', ...options, '--data-dir', dataDirectory];
    return startWaypost(command, { input }).ended;
  };
  const report = (rows: readonly object[], more: Partial<PutEventsRequestEntry> = {}) =>
    events.send(
      new PutEventsCommand({
        Entries: [
          {
            EventBusName: bus,
            Source: stages.local.availabilitySources[0],
            DetailType: 'AvailabilityReported',
            Detail: JSON.stringify({ rows }),
            ...more,
          },
        ],
      }),
    );
  const send = (query: string) =>
    httpTarget(stack.url, stack.key).send({ path: `/locations/v3/workcentres${query}` });
  const isAccepting = async (code: string): Promise<boolean | undefined> => {
    const { body } = await send(`/${code}?fields=availability`);
    const member = z.object({ availability: z.object({ accepting: z.boolean() }).optional() });
    return z.object({ workcentres: z.tuple([member]) }).parse(JSON.parse(body)).workcentres[0].availability
      ?.accepting;
  };
  const untilAccepting = async (code: string, expected: boolean): Promise<number> => {
    const begin = performance.now();
    while ((await isAccepting(code)) !== expected) {
      if (performance.now() - begin > 20_000) throw new Error(`${code} never became ${expected}`);
      await delay(50);
    }
    return performance.now() - begin;
  };

  it('are visible within 2 s without a publication, whether sent as events or as a file', async () => {
    expect(await send('?accepting=true')).toMatchObject({ status: 503 });
    // The first event also starts the function.
    await report([{ location_code: first, accepting: true }]);
    await untilAccepting(first, true);
    const { headers } = await send('?size=0');
    await report([full(first)]);
    expect(await untilAccepting(first, false)).toBeLessThan(2_000);
    await report([{ location_code: first, accepting: true }]);
    expect(await untilAccepting(first, true)).toBeLessThan(2_000);
    const { status, stderr } = await importText('availability', fileOf([full(second)]));
    expect(status, stderr).toBe(0);
    expect(await untilAccepting(second, false)).toBeLessThan(2_000);
    const { pagination } = JSON.parse((await send('?accepting=true&size=0')).body);
    expect(pagination.total).toBe(locations.length - 1);
    expect((await send('?size=0')).headers['waypost-catalogue-version']).toBe(
      headers['waypost-catalogue-version'],
    );
  });

  it('count as received when the stack received them, whatever time their sender gives', async () => {
    // If the sender's time counted, the observation would be in the future.
    await report([full(first, { as_of: inHours(0) })], { Time: new Date(Date.now() - 3_600_000) });
    await untilAccepting(first, false);
    await report([{ location_code: first, accepting: true }]);
    await untilAccepting(first, true);
  });

  it('expire without a further event', async () => {
    await report([full(first, { until: new Date(Date.now() + 3_000).toISOString() })]);
    await untilAccepting(first, false);
    expect(await untilAccepting(first, true)).toBeLessThan(4_000);
  });
});

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

const submit = async ({ url, key }: StackProcess): Promise<string> => {
  const { billManagement } = createWaypostClient({ baseUrl: url, key });
  return bodyOf(await billManagement.POST('/enquiries', { body })).referenceNumber;
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
    expect(event).toMatchObject({ sandbox: false, enquiry: { ...body, referenceNumber } });
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
