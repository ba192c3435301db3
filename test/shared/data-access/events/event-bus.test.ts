import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { announceOnBus, EnquiriesNotAnnounced } from '../../../../shared/data-access/events/event-bus.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { listenUntilTestEnds } from '../../../support/per-test.ts';
import { sampleEnquiry } from '../../../support/tables/stored-enquiry.ts';

const detail = z.looseObject({ id: z.string() });
const entry = z.looseObject({
  Detail: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(detail),
});
const putEvents = z.object({ Entries: z.array(entry) });

/** The bus's response to a request: its entries, or a lost response. */
type Conduct = (ids: readonly string[], request: number) => readonly object[] | 'lost';

const accepted = (ids: readonly string[]) => ids.map((id) => ({ EventId: `event of ${id}` }));

const eventBusDouble = async (conduct: Conduct = accepted) => {
  const requests: (readonly string[])[] = [];
  const entries: z.infer<typeof entry>[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const sent = putEvents.parse(body).Entries;
      const ids = sent.map(({ Detail }) => Detail.id);
      entries.push(...sent);
      requests.push(ids);
      const Entries = conduct(ids, requests.length);
      if (Entries === 'lost') response.destroy();
      else response.end(JSON.stringify({ Entries }));
    });
  });
  const client = new EventBridgeClient({
    endpoint: `http://127.0.0.1:${await listenUntilTestEnds(server)}`,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 3,
  });
  onTestFinished(() => client.destroy());
  return { client, requests, entries };
};

const numbered = (count: number) => Array.from({ length: count }, (_, index) => sampleEnquiry(`R-${index}`));

describe('announceOnBus', () => {
  it('sends each enquiry in its own request, and retries only those that the bus rejected', async () => {
    const rejected = new Set(['R-1', 'R-3']);
    const { client, requests } = await eventBusDouble((ids) =>
      ids.some((id) => rejected.delete(id)) ? [{ ErrorCode: 'ThrottlingException' }] : accepted(ids),
    );
    await announceOnBus(client, 'waypost-local')(numbered(4));
    expect(requests.toSorted()).toEqual([['R-0'], ['R-1'], ['R-1'], ['R-2'], ['R-3'], ['R-3']]);
  });

  it.each<[string, ReturnType<Conduct>]>([
    ['the response omits it', []],
    ['the response is lost', 'lost'],
  ])('retries an enquiry under the same id if %s', async (_fault, first) => {
    const { client, requests } = await eventBusDouble((ids, request) =>
      request === 1 ? first : accepted(ids),
    );
    await announceOnBus(client, 'waypost-local')(numbered(1));
    expect(requests).toEqual([['R-0'], ['R-0']]);
  });

  it('fails if the bus keeps rejecting an enquiry, after announcing all others', async () => {
    const { client, requests } = await eventBusDouble((ids) =>
      ids[0] === 'R-0' ? [{ ErrorCode: 'InternalFailure' }] : accepted(ids),
    );
    const announcing = announceOnBus(client, 'waypost-local')(numbered(12));
    await expect(announcing).rejects.toThrow(EnquiriesNotAnnounced);
    await expect(announcing).rejects.toThrow('The bus rejected an enquiry: InternalFailure');
    expect(new Set(requests.flat()).size).toBe(12);
    // Accepted entries are not sent again.
    expect(requests.flat().filter((id) => id === 'R-1')).toHaveLength(1);
  });

  it('fails if every response is lost', async () => {
    const { client } = await eventBusDouble(() => 'lost');
    await expect(announceOnBus(client, 'waypost-local')(numbered(1))).rejects.toThrow(StoreUnavailable);
  });
});

it('announces an enquiry with its reference number as the id, and null for what the sender left out', async () => {
  const { client, entries } = await eventBusDouble();
  const closed = { expiresAt: 1, closedBy: 'somebody', closingNote: 'a note' };
  const sent = sampleEnquiry('R-1', { sandbox: true, paymentDate: '2026-01-01', ...closed });
  await announceOnBus(client, 'waypost-local')([sent, sampleEnquiry('R-2')]);
  expect(entries.find(({ Detail }) => Detail.id === 'R-2')?.Detail.enquiry).toMatchObject({
    paymentDate: null,
  });
  expect(entries.find(({ Detail }) => Detail.id === 'R-1')).toEqual({
    EventBusName: 'waypost-local',
    Source: 'waypost.enquiries',
    DetailType: 'EnquirySubmitted',
    Time: Date.parse('2026-03-01T02:03:04.567Z') / 1_000,
    Detail: {
      version: '1',
      id: 'R-1',
      sandbox: true,
      enquiry: {
        referenceNumber: 'R-1',
        submittedAt: '2026-03-01T02:03:04.567Z',
        client: 'public-site',
        firstname: 'Winifred-the-first',
        lastname: 'Longstocking-Smythe',
        email: 'winifred@private.example',
        enquiryDetails: 'my-private-grief',
        enquiryType: 'PAYMENT',
        biller: null,
        billId: null,
        paymentDate: '2026-01-01',
      },
    },
  });
});

it('announces an erasure with the same id, and without personal data', async () => {
  const { client, entries } = await eventBusDouble();
  const erased = { referenceNumber: 'R-1', sandbox: false, erasedAt: '2026-03-05T00:00:00.000Z' };
  await announceOnBus(client, 'waypost-local')([], [erased]);
  expect(entries).toEqual([
    {
      EventBusName: 'waypost-local',
      Source: 'waypost.enquiries',
      DetailType: 'EnquiryErased',
      Time: Date.parse('2026-03-05T00:00:00Z') / 1_000,
      Detail: { version: '1', id: 'R-1', sandbox: false },
    },
  ]);
});
