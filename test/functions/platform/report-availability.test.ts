import { describe, expect, it } from 'vitest';
import {
  type RejectedMessages,
  reportAvailability,
} from '../../../functions/platform/report-availability.ts';
import { readOverlay, updateOverlay } from '../../../shared/data-access/availability/overlay-store.ts';
import { maxOverlayRows } from '../../../shared/domain/availability/overlay.ts';
import { captureLog, metricsIn } from '../../support/captured-log.ts';
import { publishedNetwork } from '../../support/fixture/fixture-catalogue.ts';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { postOffices } from '../../support/networks/network-records.ts';
import { perTest } from '../../support/per-test.ts';

const bucket = perTest(startLocalBucket);

const now = new Date('2026-12-24T00:00:00.500Z');
const catalogue = publishedNetwork('ten', postOffices(10), []);
const full = (code: string, more: object = {}) => ({
  location_code: code,
  accepting: false,
  reason: 'FULL',
  until: '2026-12-26T20:00:00+11:00',
  ...more,
});

const messageOf = (
  messageId: string,
  rows: unknown,
  { sentAt = now.getTime(), time = '2026-12-24T00:00:00Z' } = {},
) => ({
  messageId,
  attributes: { SentTimestamp: String(sentAt) },
  body: JSON.stringify({ time, source: 'lockers', 'detail-type': 'AvailabilityReported', detail: { rows } }),
});
const deliver = (...Records: object[]): Promise<RejectedMessages> =>
  reportAvailability({ published: bucket, catalogue, now: () => now })({ Records });
const storedRows = async () => {
  const reading = await readOverlay(bucket);
  return reading.kind === 'found' ? reading.overlay.rows : [];
};
const valuesIn = (log: string) => Object.fromEntries(metricsIn(log).map(({ name, value }) => [name, value]));
const failed = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('a batch of events', () => {
  it('is stored in one write, with the times as they were sent', async () => {
    const asOf = '2026-12-24T10:59:00+11:00';
    expect(
      await deliver(messageOf('1', [full('A'), full('B', { as_of: asOf })]), messageOf('2', [full('C')])),
    ).toEqual(failed());
    expect(await storedRows()).toEqual([
      { ...full('A'), as_of: now.toISOString(), received_at: now.toISOString() },
      { ...full('B'), as_of: asOf, received_at: now.toISOString() },
      { ...full('C'), as_of: now.toISOString(), received_at: now.toISOString() },
    ]);
  });

  it('has the same result if it is delivered twice, or long after the bus received it', async () => {
    const message = messageOf('1', [full('A')]);
    await deliver(message);
    await deliver(message, messageOf('2', [full('A')], { sentAt: now.getTime() + 600_000 }));
    expect(await storedRows()).toMatchObject([
      { location_code: 'A', received_at: '2026-12-24T00:00:00.999Z' },
    ]);
  });

  it('is redelivered as a whole if the store fails, with the reason in the message that Lambda logs', async () => {
    await bucket.stop();
    await expect(deliver(messageOf('1', [full('A')]))).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  }, 60_000);

  it('updates the percentage of published locations that accept no parcels, and unpublished locations are logged', async () => {
    const log = captureLog();
    await deliver(
      messageOf('1', [
        ...['000001_PO', '000002_PO', '000003_PO', '000004_PO'].map((code) => full(code)),
        full('NEW'),
      ]),
    );
    expect(valuesIn(log()).NotAcceptingPercent).toBeCloseTo(40);
    expect(log()).toContain('"locations":"NEW"');
  });
});

describe('an event with errors', () => {
  it.each<[object, string]>([
    [{ location_code: 'A/B' }, 'location_code: must be 1 to 40 letters, digits, _ or -'],
    [{ accepting: 'no' }, 'accepting: must be true or false'],
    [{ reason: null }, 'reason: is required if accepting is false'],
    [{ reason: 'BUSY' }, 'reason: must be one of FULL, FAULT, SUSPENDED'],
    [{ until: undefined }, 'until: is required if accepting is false'],
    [{ until: '2026-12-24T00:00:00Z' }, 'until: must be in the future'],
    [{ until: '2026-12-31T00:00:01Z' }, 'until: must be at most 7 days ahead'],
    [{ until: '2026-12-26T20:00:00' }, 'until: must be a time with an offset'],
    [{ until: '2026-02-30T20:00:00Z' }, 'until: must be a time with an offset'],
    [{ as_of: '2026-12-24T00:06:00Z' }, 'as_of: must be at most 5 minutes ahead'],
  ])('becomes a dead letter, and its bad row is logged with the reason: %j', async (change, reason) => {
    const log = captureLog();
    const rows = [full('GOOD'), { ...full('BAD'), ...change }];
    expect(await deliver(messageOf('1', rows), messageOf('2', [full('OTHER')]))).toEqual(failed('1'));
    expect((await storedRows()).map(({ location_code }) => location_code)).toEqual(['GOOD', 'OTHER']);
    expect(log()).toContain(`{"row":2,"reason":"${reason}`);
    expect(valuesIn(log())).toMatchObject({ AvailabilityEvents: 2, AvailabilityEventsRejected: 1 });
  });

  it('becomes a dead letter, and nothing is stored, if it is invalid as a whole', async () => {
    const bodies = [
      messageOf('1', []),
      messageOf(
        '2',
        Array.from({ length: 101 }, (_, index) => full(`L${index}`)),
      ),
      { ...messageOf('3', []), body: 'not JSON' },
      messageOf('4', [null]),
    ];
    captureLog();
    expect(await deliver(...bodies)).toEqual(failed('1', '2', '3', '4'));
    expect((await readOverlay(bucket)).kind).toBe('absent');
  });

  it('still withdraws the reports that its good rows withdraw', async () => {
    captureLog();
    await deliver(messageOf('1', [full('A')]));
    await deliver(
      messageOf('2', [{ location_code: 'A', accepting: true, as_of: '2026-12-24T00:01:00Z' }, null]),
    );
    expect(await storedRows()).toMatchObject([{ location_code: 'A', accepting: true }]);
  });
});

it('rejects an event that would give the overlay too many rows, and stores the others', async () => {
  const reports = Array.from({ length: maxOverlayRows - 1 }, (_, index) => ({
    ...full(`L${index}`),
    reason: 'FULL' as const,
    as_of: now.toISOString(),
  }));
  await updateOverlay(
    bucket,
    (editor) => editor.add({ reports, receivedAt: now }),
    () => now,
  );
  captureLog();
  expect(await deliver(messageOf('1', [full('A'), full('B')]), messageOf('2', [full('C')]))).toEqual(
    failed('1'),
  );
  const codes = (await storedRows()).map(({ location_code }) => location_code);
  expect(codes.slice(-2)).toEqual([`L${maxOverlayRows - 2}`, 'C']);
});
