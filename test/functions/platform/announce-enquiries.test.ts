import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { announceEnquiries } from '../../../functions/platform/announce-enquiries.ts';
import { eraseEnquiry } from '../../../shared/data-access/billing/enquiry-erasure.ts';
import { EnquiriesNotAnnounced, type ErasedEnquiry } from '../../../shared/data-access/events/event-bus.ts';
import type { Enquiry } from '../../../shared/domain/billing/enquiry.ts';
import { captureLog, metricsIn } from '../../support/captured-log.ts';
import { perFile } from '../../support/per-test.ts';
import { withConsistentReads } from '../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { sampleEnquiry } from '../../support/tables/stored-enquiry.ts';

const database = perFile(() => startEmbeddedTables().then(withConsistentReads));
const put = (Item: object) =>
  database.client.send(new PutCommand({ TableName: database.tables.enquiries, Item: { ...Item } }));
const erase = (referenceNumber: string) =>
  eraseEnquiry(database, referenceNumber, { by: 'ada@desk', reason: 'erasure request 7' }, () => now);

const now = new Date('2026-03-02T00:00:00Z');
const seconds = now.getTime() / 1_000;
const personal = /Winifred|Longstocking|private/;

const announcerUnderTest = (announce?: (enquiries: readonly Enquiry[]) => Promise<void>) => {
  const announced: Enquiry[] = [];
  const erased: ErasedEnquiry[] = [];
  const run = announceEnquiries({
    announce: async (enquiries, erasedEnquiries = []) => {
      await announce?.(enquiries);
      announced.push(...enquiries);
      erased.push(...erasedEnquiries);
    },
    table: { client: database.client, tableName: database.tables.enquiries },
    now: () => now,
  });
  return { run, announced, erased };
};

const attribute = (value: unknown) => {
  if (value === null) return { NULL: true };
  if (typeof value === 'number') return { N: String(value) };
  return typeof value === 'boolean' ? { BOOL: value } : { S: String(value) };
};
const image = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, attribute(value)]));

const recordOf = (row: { readonly id: string }, eventName = 'INSERT') => ({
  eventSource: 'aws:dynamodb',
  eventName,
  dynamodb: {
    Keys: { id: { S: row.id } },
    ...(eventName !== 'REMOVE' && { NewImage: image(row) }),
  },
});
const rowOf = (number: string, differing: Partial<Enquiry> = {}) => ({
  id: `ENQUIRY#${number}`,
  ...sampleEnquiry(number, differing),
});

describe('changes to the table of enquiries', () => {
  it('are announced only if they insert an enquiry that has not expired', async () => {
    const { run, announced } = announcerUnderTest();
    const Records = [
      recordOf(rowOf('R-1', { sandbox: true })),
      recordOf({ id: 'IDEMPOTENCY#1', ...sampleEnquiry('R-2') }),
      recordOf(rowOf('R-3', { status: 'CLOSED' }), 'MODIFY'),
      recordOf(rowOf('R-4'), 'REMOVE'),
      recordOf(rowOf('R-5', { expiresAt: seconds })),
      recordOf(rowOf('R-6', { expiresAt: seconds + 1 })),
    ];
    expect(await run({ Records })).toEqual({ announced: 2, erased: 0, notFound: [], unreadable: 0 });
    expect(announced).toEqual([
      sampleEnquiry('R-1', { sandbox: true }),
      sampleEnquiry('R-6', { expiresAt: seconds + 1 }),
    ]);
  });

  it('D19 are announced even if other changes are unreadable, and only the keys of the unreadable changes are logged', async () => {
    const log = captureLog();
    const { run, announced } = announcerUnderTest();
    const { email: _, ...damaged } = rowOf('R-7');
    const undated = rowOf('R-10', { submittedAt: 'yesterday' });
    await run({ Records: [recordOf(damaged), recordOf(undated), recordOf(rowOf('R-8'))] });
    expect(announced.map(({ referenceNumber }) => referenceNumber)).toEqual(['R-8']);
    expect(metricsIn(log()).map(({ name, value }) => [name, value])).toEqual([
      ['EnquiriesAnnounced', 1],
      ['EnquiriesUnreadable', 2],
    ]);
    for (const key of ['ENQUIRY#R-7', 'ENQUIRY#R-10']) expect(log()).toContain(key);
    expect(log()).not.toMatch(personal);
  });

  it('are announced once each if they erase an enquiry, but not if the enquiry expired or was deleted', async () => {
    const log = captureLog();
    await put(rowOf('R-30', { sandbox: true }));
    await put(rowOf('R-31', { expiresAt: seconds - 1 }));
    await put(rowOf('R-32'));
    await erase('R-30');
    const { run, announced, erased } = announcerUnderTest();
    const removed = ['R-30', 'R-31', 'R-32'].map((number) => recordOf(rowOf(number), 'REMOVE'));
    const erasure = { id: 'ERASED#1', erasedAt: now.toISOString() };
    // The enquiry was submitted in the same batch: it must not be announced after it was erased.
    const Records = [recordOf(rowOf('R-30')), ...removed, recordOf(erasure)];
    expect(await run({ Records })).toEqual({ announced: 0, erased: 1, notFound: [], unreadable: 0 });
    expect(announced).toEqual([]);
    expect(erased).toEqual([{ referenceNumber: 'R-30', sandbox: true, erasedAt: now.toISOString() }]);
    expect(log()).toContain('R-30');
    expect(log()).not.toMatch(personal);
  });

  it('are not announced if they arrive after the erasure of their enquiry, as when they are redriven', async () => {
    await put(rowOf('R-33'));
    await erase('R-33');
    const { run, announced, erased } = announcerUnderTest();
    expect(await run({ Records: [recordOf(rowOf('R-33'))] })).toMatchObject({ announced: 0, erased: 1 });
    expect(announced).toEqual([]);
    expect(erased).toMatchObject([{ referenceNumber: 'R-33' }]);
  });

  it('are redelivered if the bus rejects them', async () => {
    const { run } = announcerUnderTest(async () => {
      throw new EnquiriesNotAnnounced('The bus rejected 1 of 1');
    });
    await expect(run({ Records: [recordOf(rowOf('R-9'))] })).rejects.toThrow(EnquiriesNotAnnounced);
  });
});

describe("an operator's request", () => {
  it('announces enquiries again, unless they do not exist or have expired (G19)', async () => {
    const log = captureLog();
    await put(rowOf('R-20'));
    await put(rowOf('R-21', { expiresAt: seconds - 1 }));
    const { run, announced } = announcerUnderTest();
    const result = await run({ referenceNumbers: ['R-20', 'R-21', 'R-22', 'R-20'] });
    expect(result).toEqual({ announced: 1, erased: 0, notFound: ['R-21', 'R-22'], unreadable: 0 });
    expect(announced).toEqual([sampleEnquiry('R-20')]);
    expect(log()).toContain('R-20');
    expect(log()).not.toMatch(personal);
  });

  it('announces erasures again', async () => {
    await put(rowOf('R-40'));
    await erase('R-40');
    const { run, erased } = announcerUnderTest();
    const result = await run({ referenceNumbers: ['R-40', 'R-41'] });
    expect(result).toEqual({ announced: 0, erased: 1, notFound: ['R-41'], unreadable: 0 });
    expect(erased.map(({ referenceNumber }) => referenceNumber)).toEqual(['R-40']);
  });

  it.each([{}, { referenceNumbers: [] }, { Records: [] }, { referenceNumbers: ['R-1'], all: true }])(
    'is rejected if invalid: %j',
    async (event) => {
      await expect(announcerUnderTest().run(event)).rejects.toThrow();
    },
  );
});
