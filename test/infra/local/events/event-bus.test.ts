import { createHash } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startControlEndpoint } from '../../../../infra/local/control/control-endpoint.ts';
import { dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { openEventBuses } from '../../../../infra/local/events/event-bus.ts';
import { openState } from '../../../../infra/local/state.ts';
import { newDirectory } from '../new-directory.ts';
import { signedHeaders } from '../s3/signed-request.ts';

const bus = 'waypost-local';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const target = { 'x-amz-target': 'AWSEvents.PutEvents' };

const entry = (detail: object, differing = {}) => ({
  EventBusName: bus,
  Source: 'waypost.enquiries',
  DetailType: 'EnquirySubmitted',
  Time: new Date('2026-03-01T02:03:04Z'),
  Detail: JSON.stringify(detail),
  ...differing,
});

const endpointUnderTest = async (signer: Partial<typeof credentials> = {}) => {
  const state = openState(dataFilesIn(await newDirectory()).stateFile);
  onTestFinished(() => state.close());
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const sent: { readonly queueName: string; readonly message: { receivedAt: string } }[] = [];
  const buses = openEventBuses({
    state,
    buses: [bus],
    rules: [
      {
        name: 'Reported',
        busName: bus,
        pattern: { source: ['lockers'], 'detail-type': ['Reported'] },
        queueName: 'Test',
        message: { kind: 'detail-type', receivedAt: 'ingestion-time', detail: 'detail' },
      },
    ],
    send: (queueName, _group, body) => sent.push({ queueName, message: JSON.parse(body) }),
  });
  const { endpoint, close } = await startControlEndpoint({
    invoke: async () => ({ kind: 'throttled' }),
    flushAuthoriserCache: () => {},
    deadLetters: { redrive: () => ({ redriven: 0, kept: 0 }), dropDeadLetters: () => 0 },
    buses,
    credentials,
    log,
  });
  onTestFinished(close);
  const client = new EventBridgeClient({
    endpoint,
    region: 'ap-southeast-2',
    credentials: { ...credentials, ...signer },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  return {
    state,
    sent,
    dropBefore: buses.dropBefore,
    endpoint,
    lines,
    put: (...Entries: ReturnType<typeof entry>[]) => client.send(new PutEventsCommand({ Entries })),
    stored: () =>
      state.database
        .prepare('SELECT bus, event FROM bus_events ORDER BY rowid')
        .all()
        .map((row) => ({ bus: row.bus, event: JSON.parse(String(row.event)) })),
  };
};

describe('the local PutEvents', () => {
  it('deletes only the stored events of an erased enquiry', async () => {
    const { put, stored } = await endpointUnderTest();
    await put(entry({ id: 'R-1' }), entry({ id: 'R-2' }), entry({ id: 'R-1' }));
    await put(entry({ id: 'R-1' }, { DetailType: 'EnquiryErased' }));
    expect(stored().map(({ event }) => [event['detail-type'], event.detail.id])).toEqual([
      ['EnquirySubmitted', 'R-2'],
      ['EnquiryErased', 'R-1'],
    ]);
  });

  it('stores each event before it responds', async () => {
    const { put, stored } = await endpointUnderTest();
    const { Entries = [], FailedEntryCount } = await put(entry({ id: 'R-1' }), entry({ id: 'R-2' }));
    expect(FailedEntryCount).toBe(0);
    expect(stored()).toEqual(
      ['R-1', 'R-2'].map((id, index) => ({
        bus,
        event: {
          version: '0',
          id: Entries[index]?.EventId,
          'detail-type': 'EnquirySubmitted',
          source: 'waypost.enquiries',
          account: '000000000000',
          time: '2026-03-01T02:03:04Z',
          region: 'ap-southeast-2',
          resources: [],
          detail: { id },
        },
      })),
    );
  });

  it('sends the message of the rule that matches an event to its queue, instead of storing the event', async () => {
    const { put, stored, sent } = await endpointUnderTest();
    const matching = { Source: 'lockers', DetailType: 'Reported' };
    await put(
      entry({ id: 1 }, matching),
      entry({ id: 2 }, { ...matching, Source: 'other' }),
      entry({ id: 3 }, { ...matching, DetailType: 'Other' }),
    );
    const receivedAt = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(sent).toEqual([
      { queueName: 'Test', message: { kind: 'Reported', receivedAt, detail: { id: 1 } } },
    ]);
    // Not the time that the sender gave to the event.
    expect(Math.abs(Date.parse(String(sent[0]?.message.receivedAt)) - Date.now())).toBeLessThan(60_000);
    expect(stored().map(({ event }) => event.detail.id)).toEqual([2, 3]);
  });

  it('rejects individual entries as EventBridge does, and accepts the others', async () => {
    const { put, stored } = await endpointUnderTest();
    const { Entries = [], FailedEntryCount } = await put(
      entry({}, { EventBusName: 'another' }),
      entry({ id: 'R-1' }),
    );
    expect(FailedEntryCount).toBe(1);
    expect(Entries.map(({ ErrorCode }) => ErrorCode)).toEqual(['ResourceNotFoundException', undefined]);
    expect(stored()).toHaveLength(1);
  });

  it.each([
    ['eleven entries', Array.from({ length: 11 }, () => entry({}))],
    ['an empty list of entries', []],
    ['a detail that is not JSON', [entry({}, { Detail: 'no JSON' })]],
    ['a detail that is not an object', [entry({}, { Detail: '[]' })]],
    ['an entry without a source', [entry({}, { Source: undefined })]],
  ])('rejects %s', async (_, entries) => {
    const { put } = await endpointUnderTest();
    await expect(put(...entries)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.not.stringContaining('no JSON'),
    });
  });

  it('rejects entries that are too large in total', async () => {
    const { put, stored } = await endpointUnderTest();
    const large = entry({ id: 'x'.repeat(600_000) });
    await expect(put(large, large)).rejects.toThrow('must not have more than 1048576 bytes');
    expect((await put(large)).FailedEntryCount).toBe(0);
    expect(stored()).toHaveLength(1);
  });

  it('stores no event if the disk is full, and does not log the contents', async () => {
    const { state, put, stored, lines } = await endpointUnderTest();
    state.database.exec(
      `CREATE TEMP TRIGGER full BEFORE INSERT ON bus_events WHEN (SELECT COUNT(*) FROM bus_events) = 1
       BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
    );
    const entries = [entry({ id: 'b' }), entry({ id: 'a', name: 'Winifred' })];
    await expect(put(...entries)).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    expect(stored()).toEqual([]);
    expect(lines.join()).toContain('disk is full');
    expect(lines.join()).not.toContain('Winifred');
    state.database.exec('DROP TRIGGER full');
    expect((await put(...entries)).FailedEntryCount).toBe(0);
  });

  it('deletes events before a given time', async () => {
    const { put, dropBefore, stored } = await endpointUnderTest();
    const times = ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
    await put(...times.map((time) => entry({}, { Time: new Date(time) })));
    expect(dropBefore(Date.parse('2026-03-01T00:00:00Z'))).toBe(1);
    expect(stored().map(({ event }) => event.time)).toEqual(times.slice(1));
  });
});

describe('a PutEvents request', () => {
  const signedPut = async (endpoint: string, service: 'events' | 's3' = 'events') => {
    const body = JSON.stringify({ Entries: [entry({ id: 'R-1' }, { Time: undefined })] });
    const payload = createHash('sha256').update(body).digest('hex');
    const request = { method: 'POST', path: '/', payload, headers: target };
    return { body, headers: await signedHeaders(endpoint, request, { ...credentials, service }) };
  };
  type SignedPut = Awaited<ReturnType<typeof signedPut>>;

  it('is rejected from another stack', async () => {
    const { put, stored } = await endpointUnderTest({ accessKeyId: 'LOCAL2' });
    await expect(put(entry({}))).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    expect(stored()).toEqual([]);
  });

  it.each<[string, (request: SignedPut, endpoint: string) => SignedPut | Promise<SignedPut>]>([
    ['without a signature', ({ body }) => ({ body, headers: target })],
    ['with a changed body', ({ body, headers }) => ({ body: `${body} `, headers })],
    ['signed for the object store', (_, endpoint) => signedPut(endpoint, 's3')],
  ])('is rejected %s', async (_, alter) => {
    const { endpoint, stored } = await endpointUnderTest();
    const post = ({ body, headers }: SignedPut) => fetch(endpoint, { method: 'POST', body, headers });
    const signed = await signedPut(endpoint);
    const rejected = await post(await alter(signed, endpoint));
    expect(rejected.status).toBe(400);
    expect(await rejected.json()).toMatchObject({ __type: 'InvalidSignatureException' });
    expect(stored()).toEqual([]);
    expect((await post(signed)).status).toBe(200);
    expect(stored()).toHaveLength(1);
  });
});
