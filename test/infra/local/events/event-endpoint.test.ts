import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, ListRulesCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEventEndpoint } from '../../../../infra/local/events/event-endpoint.ts';
import type { BusEvent } from '../../../../infra/local/events/put-events.ts';

const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };

/** An endpoint with one bus, and the SDK's own client of it. */
const endpointUnderTest = async (accessKeyId = credentials.accessKeyId) => {
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
    credentials: { ...credentials, accessKeyId },
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

  it('refuses other operations and other stacks by name', async () => {
    const { client } = await endpointUnderTest();
    await expect(client.send(new ListRulesCommand({}))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'Only AWSEvents.PutEvents is offered here, not AWSEvents.ListRules.',
    });
    const stranger = await endpointUnderTest('LOCAL2');
    await expect(stranger.client.send(new PutEventsCommand({ Entries: [entry({})] }))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
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
