import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { listen } from '../../../../infra/local/http/listening.ts';
import { announceOnBus, EnquiriesNotAnnounced } from '../../../../shared/data-access/events/event-bus.ts';
import type { Enquiry } from '../../../../shared/domain/billing/enquiry.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { sampleEnquiry } from '../../../support/sample-enquiry.ts';

const detail = z.looseObject({ id: z.string() });
const entry = z.looseObject({
  Detail: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(detail),
});
type Entry = z.infer<typeof entry>;
const putEvents = z.object({ Entries: z.array(entry) });

/** The bus's response to a request: an error code or undefined for each id, or a lost response. */
type Conduct = (ids: readonly string[], request: number) => readonly (string | undefined)[] | 'lost';

const respond = (response: ServerResponse, codes: readonly (string | undefined)[]): void => {
  const Entries = codes.map((ErrorCode, index) =>
    ErrorCode ? { ErrorCode } : { EventId: `event-${index}` },
  );
  const FailedEntryCount = codes.filter(Boolean).length;
  response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    .end(JSON.stringify({ FailedEntryCount, Entries }));
};

/** Starts a bus that fails on demand, and records the ids of each request and all entries. */
const eventBusDouble = async (conduct: Conduct = (ids) => ids.map(() => undefined)) => {
  const requests: (readonly string[])[] = [];
  const entries: Entry[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const sent = putEvents.parse(body).Entries;
      const ids = sent.map(({ Detail }) => Detail.id);
      entries.push(...sent);
      requests.push(ids);
      const codes = conduct(ids, requests.length);
      if (codes === 'lost') response.destroy();
      else respond(response, codes);
    });
  });
  const endpoint = await listen(server, 0, '127.0.0.1');
  const client = new EventBridgeClient({
    endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 3,
  });
  onTestFinished(async () => {
    client.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { client, requests, entries };
};

const numbered = (count: number) => Array.from({ length: count }, (_, index) => sampleEnquiry(`R-${index}`));

describe('announceOnBus', () => {
  it('announces each enquiry in its own request', async () => {
    const { client, requests } = await eventBusDouble();
    await announceOnBus(client, 'waypost-local')(numbered(23));
    expect(requests.map((ids) => ids.length)).toEqual(Array(23).fill(1));
    expect(new Set(requests.flat())).toEqual(
      new Set(numbered(23).map(({ referenceNumber }) => referenceNumber)),
    );
  });

  it('retries only the enquiries that the bus rejected', async () => {
    const rejected = new Set(['R-1', 'R-3']);
    const { client, requests } = await eventBusDouble((ids) =>
      ids.map((id) => (rejected.delete(id) ? 'ThrottlingException' : undefined)),
    );
    await announceOnBus(client, 'waypost-local')(numbered(4));
    expect(requests.flat().toSorted()).toEqual(['R-0', 'R-1', 'R-1', 'R-2', 'R-3', 'R-3']);
  });

  it.each<[string, ReturnType<Conduct>]>([
    ['the response omits it', []],
    ['the response is lost', 'lost'],
  ])('retries an enquiry under the same id if %s', async (_fault, first) => {
    const { client, requests } = await eventBusDouble((ids, request) =>
      request === 1 ? first : ids.map(() => undefined),
    );
    await announceOnBus(client, 'waypost-local')(numbered(1));
    expect(requests).toEqual([['R-0'], ['R-0']]);
  });

  it('fails if the bus keeps rejecting an enquiry, after announcing all others', async () => {
    const { client, requests } = await eventBusDouble((ids) =>
      ids.map((id) => (id === 'R-0' ? 'InternalFailure' : undefined)),
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

describe('an EnquirySubmitted', () => {
  const entryOf = async (differing: Partial<Enquiry> = {}) => {
    const { client, entries } = await eventBusDouble();
    await announceOnBus(client, 'waypost-local')([sampleEnquiry('R-1', differing)]);
    expect(entries).toHaveLength(1);
    return entries[0];
  };

  it('contains the enquiry, its reference number as the id, and whether a sandbox key sent it', async () => {
    const closed = { expiresAt: 1, closedBy: 'somebody', closingNote: 'a note' };
    expect(await entryOf({ sandbox: true, paymentDate: '2026-01-01', ...closed })).toEqual({
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

  it('has null for each field that the sender left out', async () => {
    expect((await entryOf())?.Detail.enquiry).toMatchObject({ paymentDate: null });
  });
});

describe('an EnquiryErased', () => {
  it('has the same id as the EnquirySubmitted, and no personal data', async () => {
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
});
