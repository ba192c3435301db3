import { describe, expect, it } from 'vitest';
import { toEnquirySubmitted } from '../../../../shared/data-access/events/enquiry-submitted.ts';
import { inBatches } from '../../../../shared/data-access/events/event-batches.ts';
import { eventBusAnnouncements } from '../../../../shared/data-access/events/event-bus-announcements.ts';
import { EnquiriesNotAnnounced } from '../../../../shared/domain/billing/enquiry-announcements.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { eventBusDouble } from '../../../support/faults/event-bus-double.ts';
import { sampleEnquiry } from '../../../support/sample-enquiry.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => sampleEnquiry(`R-${index}`));

describe('announcing enquiries', () => {
  it('tells of each, ten in a request at most', async () => {
    const { client, requests } = await eventBusDouble();
    await eventBusAnnouncements({ client, busName: 'waypost-local' }).announce(numbered(23));
    expect(requests.map((ids) => ids.length)).toEqual([10, 10, 3]);
    expect(requests.flat()).toEqual(numbered(23).map(({ referenceNumber }) => referenceNumber));
  });

  it('tells again of those alone that the bus refused', async () => {
    const { client, requests } = await eventBusDouble((ids, request) =>
      ids.map((id) => (request === 1 && ['R-1', 'R-3'].includes(id) ? 'ThrottlingException' : undefined)),
    );
    await eventBusAnnouncements({ client, busName: 'waypost-local' }).announce(numbered(4));
    expect(requests).toEqual([
      ['R-0', 'R-1', 'R-2', 'R-3'],
      ['R-1', 'R-3'],
    ]);
  });

  it('tells again of one that the answer leaves out', async () => {
    const { client, requests } = await eventBusDouble((ids, request) =>
      ids.slice(0, request === 1 ? -1 : ids.length).map(() => undefined),
    );
    await eventBusAnnouncements({ client, busName: 'waypost-local' }).announce(numbered(3));
    expect(requests).toEqual([['R-0', 'R-1', 'R-2'], ['R-2']]);
  });

  it('fails where the bus goes on refusing one, once all others are told of', async () => {
    const { client, requests } = await eventBusDouble((ids) =>
      ids.map((id) => (id === 'R-0' ? 'InternalFailure' : undefined)),
    );
    const announcing = eventBusAnnouncements({ client, busName: 'waypost-local' }).announce(numbered(12));
    await expect(announcing).rejects.toThrow(EnquiriesNotAnnounced);
    await expect(announcing).rejects.toThrow('1 of 10 were not taken: InternalFailure');
    expect(new Set(requests.flat()).size).toBe(12);
    // Those that were taken were not told of again.
    expect(requests.flat().filter((id) => id === 'R-1')).toHaveLength(1);
  });

  it('tells again where the answer was lost, under the same id', async () => {
    const { client, requests } = await eventBusDouble((ids, request) =>
      request === 1 ? 'lost' : ids.map(() => undefined),
    );
    await eventBusAnnouncements({ client, busName: 'waypost-local' }).announce(numbered(2));
    expect(requests).toEqual([
      ['R-0', 'R-1'],
      ['R-0', 'R-1'],
    ]);
  });

  it('fails where no answer ever comes', async () => {
    const { client } = await eventBusDouble(() => 'lost');
    await expect(
      eventBusAnnouncements({ client, busName: 'waypost-local' }).announce(numbered(1)),
    ).rejects.toThrow(StoreUnavailable);
  });
});

it('requests have no more bytes than EventBridge has ever taken', () => {
  const entry = (bytes: number) => ({ Source: 's', DetailType: 't', Detail: 'x'.repeat(bytes) });
  const sizes = [130_000, 130_000, 130_000, 1_000, 300_000, 1_000].map(entry);
  expect(inBatches(sizes).map((batch) => batch.length)).toEqual([2, 2, 1, 1]);
});

describe('an EnquirySubmitted', () => {
  it('holds the enquiry, the reference number for its id, and whether a test sent it', () => {
    const closed = { expiresAt: 1, closedBy: 'somebody', closingNote: 'a note' };
    expect(
      toEnquirySubmitted(sampleEnquiry('R-1', { sandbox: true, paymentDate: '2026-01-01', ...closed })),
    ).toEqual({
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
    });
  });

  it('has every field, null where the sender left it out', () => {
    expect(toEnquirySubmitted(sampleEnquiry('R-1')).enquiry).toMatchObject({ paymentDate: null });
  });
});
