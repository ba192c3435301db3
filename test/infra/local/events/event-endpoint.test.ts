import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, ListRulesCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEventEndpoint } from '../../../../infra/local/events/event-endpoint.ts';
import type { BusEvent } from '../../../../infra/local/events/put-events.ts';
import { signedHeaders } from '../s3/signed-request.ts';

const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };

const target = { 'x-amz-target': 'AWSEvents.PutEvents' };

/** A request to put one event, signed by hand. */
const signedPut = async (endpoint: string, service: 'events' | 's3' = 'events') => {
  const body = JSON.stringify({ Entries: [entry({ id: 'R-1' }, { Time: undefined })] });
  const payload = createHash('sha256').update(body).digest('hex');
  const request = { method: 'POST', path: '/', payload, headers: target };
  return { body, headers: await signedHeaders(endpoint, request, { ...credentials, service }) };
};
type SignedPut = Awaited<ReturnType<typeof signedPut>>;

const post = (endpoint: string, { body, headers }: SignedPut) =>
  fetch(endpoint, { method: 'POST', body, headers });

/** An endpoint with one bus, and the SDK's own client of it. */
const endpointUnderTest = async (signer: Partial<typeof credentials> = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-events-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'events.ndjson');
  const lines: string[] = [];
  const events = await startEventEndpoint({
    buses: ['waypost-local'],
    file,
    credentials,
    log: (line) => lines.push(line),
  });
  onTestFinished(() => events.close());
  const client = new EventBridgeClient({
    endpoint: events.endpoint,
    region: 'ap-southeast-2',
    credentials: { ...credentials, ...signer },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  const kept = async () =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line));
  return { events, client, file, kept, lines };
};

const entry = (detail: object, differing = {}) => ({
  EventBusName: 'waypost-local',
  Source: 'waypost.enquiries',
  DetailType: 'EnquirySubmitted',
  Time: new Date('2026-03-01T02:03:04Z'),
  Detail: JSON.stringify(detail),
  ...differing,
});

describe('PutEvents on this machine', () => {
  it('has kept each event, for the owner alone to read, when it answers', async () => {
    const { client, file, kept } = await endpointUnderTest();
    const { Entries = [], FailedEntryCount } = await client.send(
      new PutEventsCommand({ Entries: [entry({ id: 'R-1' }), entry({ id: 'R-2' })] }),
    );
    expect(FailedEntryCount).toBe(0);
    expect(await kept()).toEqual(
      ['R-1', 'R-2'].map((id, index) => ({
        bus: 'waypost-local',
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
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('goes on after a line that a kill cut off', async () => {
    const { client, file } = await endpointUnderTest();
    await writeFile(file, '{"bus":"wayp');
    await client.send(new PutEventsCommand({ Entries: [entry({ id: 'R-1' })] }));
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect([lines.length, lines[0], lines[2]]).toEqual([3, '{"bus":"wayp', '']);
  });

  it('refuses single entries as EventBridge does, and takes the others', async () => {
    const { client, kept } = await endpointUnderTest();
    const { Entries = [], FailedEntryCount } = await client.send(
      new PutEventsCommand({
        Entries: [
          entry({}, { Detail: 'no JSON' }),
          entry({}, { Detail: '[]' }),
          entry({}, { Source: undefined }),
          entry({}, { Source: 'aws.s3' }),
          entry({}, { EventBusName: 'another' }),
          entry({ id: 'R-1' }),
        ],
      }),
    );
    expect(FailedEntryCount).toBe(5);
    expect(Entries.map(({ ErrorCode }) => ErrorCode)).toEqual([
      'MalformedDetail',
      'MalformedDetail',
      'InvalidArgument',
      'NotAuthorizedForSourceException',
      'ResourceNotFoundException',
      undefined,
    ]);
    expect(await kept()).toHaveLength(1);
  });

  it.each([
    ['eleven entries', Array.from({ length: 11 }, () => entry({}))],
    ['no entry', []],
    ['a megabyte in all', Array.from({ length: 4 }, () => entry({ text: 'x'.repeat(262_144) }))],
  ])('refuses %s', async (_, Entries) => {
    const { client } = await endpointUnderTest();
    await expect(client.send(new PutEventsCommand({ Entries }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('refuses other operations by name', async () => {
    const { client } = await endpointUnderTest();
    await expect(client.send(new ListRulesCommand({}))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'Only AWSEvents.PutEvents is offered here, not AWSEvents.ListRules.',
    });
  });

  it.each([
    ['another stack', { accessKeyId: 'LOCAL2' }, 'UnrecognizedClientException'],
    ['somebody who has the access key alone', { secretAccessKey: 'guessed' }, 'InvalidSignatureException'],
  ])('takes nothing from %s', async (_, signer, name) => {
    const { client, file } = await endpointUnderTest(signer);
    await expect(client.send(new PutEventsCommand({ Entries: [entry({})] }))).rejects.toMatchObject({ name });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it.each<[string, (request: SignedPut) => SignedPut]>([
    ['without a signature', ({ body }) => ({ body, headers: target })],
    [
      'with the access key alone',
      ({ body }) => ({
        body,
        headers: { ...target, authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/` },
      }),
    ],
    ['with another body', ({ body, headers }) => ({ body: `${body} `, headers })],
    [
      'to another target',
      ({ body, headers }) => ({ body, headers: { ...headers, 'x-amz-target': 'AWSEvents.ListRules' } }),
    ],
  ])('takes nothing that is sent %s', async (_, alter) => {
    const { events, file, kept } = await endpointUnderTest();
    const signed = await signedPut(events.endpoint);
    const refused = await post(events.endpoint, alter(signed));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ __type: 'InvalidSignatureException' });
    await expect(stat(file)).rejects.toThrow('ENOENT');

    expect((await post(events.endpoint, signed)).status).toBe(200);
    expect(await kept()).toHaveLength(1);
  });

  it('takes nothing that was signed for the object store', async () => {
    const { events } = await endpointUnderTest();
    const refused = await post(events.endpoint, await signedPut(events.endpoint, 's3'));
    expect(await refused.json()).toEqual({
      __type: 'InvalidSignatureException',
      message: 'The signature must be for the service events in the region ap-southeast-2.',
    });
  });

  it('has not taken what the disk does not take, and says nothing of what it was', async () => {
    const { client, file, lines } = await endpointUnderTest();
    await mkdir(file);
    const { Entries } = await client.send(new PutEventsCommand({ Entries: [entry({ name: 'Winifred' })] }));
    expect(Entries).toMatchObject([{ ErrorCode: 'InternalFailure' }]);
    expect(lines.join()).toMatch(/not kept/);
    expect(lines.join()).not.toContain('Winifred');
  });

  it('says which events are kept but not handed on, and takes the others of the request', async () => {
    const { events, client, kept, lines } = await endpointUnderTest();
    events.sendTo(async ({ event }) => {
      if (JSON.stringify(event.detail).includes('R-2')) throw new Error('no room');
    });
    const put = new PutEventsCommand({ Entries: ['R-1', 'R-2', 'R-3'].map((id) => entry({ id })) });
    const { Entries = [], FailedEntryCount } = await client.send(put);
    expect(FailedEntryCount).toBe(1);
    expect(Entries.map(({ EventId }) => EventId !== undefined)).toEqual([true, false, true]);
    expect(Entries[1]).toMatchObject({
      ErrorCode: 'InternalFailure',
      ErrorMessage: 'The event is kept, but the queue of a rule does not take it.',
    });
    expect(await kept()).toHaveLength(3);
    expect(lines).toEqual(['An event was kept, but not handed on: Error: no room']);
  });

  it('hands an event to the rules before it answers, and has not taken it where they cannot', async () => {
    const { events, client } = await endpointUnderTest();
    const handed: BusEvent[] = [];
    events.sendTo(async (event) => {
      handed.push(event);
      if (handed.length > 1) throw new Error('no room');
    });
    const put = () => client.send(new PutEventsCommand({ Entries: [entry({ id: 'R-1' })] }));
    expect((await put()).FailedEntryCount).toBe(0);
    expect((await put()).FailedEntryCount).toBe(1);
    expect(handed.map(({ bus, event }) => [bus, event.detail])).toEqual([
      ['waypost-local', { id: 'R-1' }],
      ['waypost-local', { id: 'R-1' }],
    ]);
  });
});
