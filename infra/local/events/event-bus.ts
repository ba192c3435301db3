import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { StoreCredentials } from '../data-directory/data-directory.ts';
import { drain, listen } from '../http/listening.ts';
import type { SendMessage } from '../jobs/queues.ts';
import { S3Error, type S3ErrorCode } from '../s3/errors.ts';
import type { OnCreated } from '../s3/operations.ts';
import { readSignedBody } from '../s3/signature.ts';
import type { StoredObject } from '../s3/storage.ts';
import { jsonColumn, type State } from '../state.ts';
import type { DeployedBusRule, DeployedRule } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS bus_events (id TEXT PRIMARY KEY, bus TEXT, time TEXT, event TEXT) STRICT;
  CREATE INDEX IF NOT EXISTS bus_events_by_time ON bus_events (time)`;

const putEventsEntry = z.object({
  EventBusName: z.string(),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: jsonColumn.pipe(z.record(z.string(), z.unknown())),
  /** Epoch seconds. */
  Time: z.number().optional(),
  Resources: z.array(z.string()).default([]),
});
type Entry = z.output<typeof putEventsEntry>;

/** PutEvents accepts at most 10 entries. */
const putEventsRequest = jsonColumn.pipe(z.object({ Entries: z.array(putEventsEntry).min(1).max(10) }));

/** Limit of PutEvents for all entries together. */
const maxBodyBytes = 1024 ** 2;

/** Milliseconds that running requests get when the stack stops. */
const drainMilliseconds = 1_000;

/** A request was rejected with an error of EventBridge. */
class Rejected extends Error {
  readonly type: string;

  constructor(type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
  }
}

interface EventBusSettings {
  readonly state: State;
  readonly buses: readonly string[];
  /** Rules of the buses. The events that they match are not stored. */
  readonly rules: readonly DeployedBusRule[];
  readonly send: SendMessage;
  /** Credentials with which requests must be signed. */
  readonly credentials: StoreCredentials;
  readonly log: (line: string) => void;
}

export type EventBuses = Awaited<ReturnType<typeof startEventBuses>>;

/**
 * Serves EventBridge's PutEvents on the loopback address. Sends events by the rules of their bus, and stores others for
 * subscribers. They may contain personal data.
 */
export const startEventBuses = async ({ state, buses, rules, send, credentials, log }: EventBusSettings) => {
  const { database, transaction } = state;
  database.exec(schema);

  const store = (entry: Entry) => {
    const { EventBusName: bus, Time } = entry;
    if (!buses.includes(bus))
      return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Event bus ${bus} does not exist.` };
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': entry.DetailType,
      source: entry.Source,
      account: localAccount,
      time: toTime(Time === undefined ? Date.now() : Time * 1_000),
      region: localRegion,
      resources: entry.Resources,
      detail: entry.Detail,
    };
    const matching = rules.filter(
      ({ busName, pattern }) =>
        busName === bus &&
        pattern.source.includes(entry.Source) &&
        pattern['detail-type'].includes(entry.DetailType),
    );
    for (const { queueName } of matching) send(queueName, undefined, JSON.stringify(event));
    if (matching.length === 0)
      database
        .prepare('INSERT INTO bus_events VALUES (?, ?, ?, ?)')
        .run(event.id, bus, event.time, JSON.stringify(event));
    if (isErasure(entry)) deleteSubmitted(bus, entry);
    return { EventId: event.id };
  };

  /** Deletes the stored events of an erased enquiry, which contain it. */
  const deleteSubmitted = (bus: string, { Detail }: Entry) =>
    database
      .prepare(
        `DELETE FROM bus_events WHERE bus = ? AND event ->> '$."detail-type"' = 'EnquirySubmitted'
          AND event ->> '$.detail.id' = ?`,
      )
      .run(bus, String(Detail.id));

  /** Stores the events of valid entries, all or none, and returns a result for each entry. */
  const putEvents = (entries: readonly Entry[]) => {
    try {
      const results = transaction(() => entries.map(store));
      // Overwrites the deleted events in the write-ahead log as well.
      if (entries.some(isErasure)) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return results;
    } catch (error) {
      log(`Events were not stored: ${error}`);
      const ErrorMessage = 'The event could not be stored.';
      return entries.map(() => ({ ErrorCode: 'InternalFailure', ErrorMessage }));
    }
  };

  const server = createServer(async (request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    try {
      const Entries = putEvents(await entriesOf(request, credentials));
      reply(200, { FailedEntryCount: Entries.filter((each) => 'ErrorCode' in each).length, Entries });
    } catch (error) {
      if (error instanceof Rejected) reply(400, { __type: error.type, message: error.message });
      else response.destroy();
    }
  });
  return {
    /** For AWS_ENDPOINT_URL_EVENTBRIDGE. */
    endpoint: await listen(server, 0, '127.0.0.1'),
    /** Deletes events older than a time in epoch milliseconds, and returns their number. */
    dropBefore: (moment: number): number =>
      Number(database.prepare('DELETE FROM bus_events WHERE time < ?').run(toTime(moment)).changes),
    close: () => drain(server, drainMilliseconds),
  };
};

/**
 * EventBridge itself stores no events. Here they are stored on behalf of subscribers, so they are erased like a
 * subscriber's copy.
 */
const isErasure = ({ Source, DetailType }: Entry): boolean =>
  Source === 'waypost.enquiries' && DetailType === 'EnquiryErased';

const entriesOf = async (request: IncomingMessage, credentials: StoreCredentials) => {
  const body = await signedBody(request, credentials);
  const target = request.headers['x-amz-target'];
  if (request.method !== 'POST' || target !== 'AWSEvents.PutEvents')
    throw new Rejected('UnknownOperationException', `Only AWSEvents.PutEvents is supported, not ${target}.`);
  try {
    return putEventsRequest.parse(body).Entries;
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : 'The entries are not JSON.';
    throw new Rejected('ValidationException', message);
  }
};

/** Returns the body of a request with a valid signature. */
const signedBody = async (message: IncomingMessage, credentials: StoreCredentials): Promise<string> => {
  const terms = { credentials, region: localRegion, service: 'events' } as const;
  try {
    return (await readSignedBody(message, terms, maxBodyBytes)).toString('utf8');
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    throw new Rejected(errorTypes[error.code] ?? 'InvalidSignatureException', error.message, {
      cause: error,
    });
  }
};

const errorTypes: Partial<Record<S3ErrorCode, string>> = {
  InvalidAccessKeyId: 'UnrecognizedClientException',
  EntityTooLarge: 'ValidationException',
};

/** Sends an event to the queues of the matching rules for each created object, in the transaction that records it. */
export const sendByRules =
  (rules: readonly DeployedRule[], send: SendMessage): OnCreated =>
  (bucket, created) => {
    for (const { bucketName, ignoredSuffix, queueName, messageGroupId } of rules)
      if (bucketName === bucket && !created.key.endsWith(ignoredSuffix))
        send(queueName, messageGroupId, JSON.stringify(toObjectCreatedEvent(bucket, created)));
  };

/** The event that S3 sends to EventBridge for a created object, without a version. */
const toObjectCreatedEvent = (bucket: string, created: StoredObject) => ({
  version: '0',
  // A UUID generated for each object.
  id: created.contentsFile,
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: localAccount,
  time: toTime(created.lastModified),
  region: localRegion,
  resources: [`arn:aws:s3:::${bucket}`],
  detail: {
    version: '0',
    'event-version': '1.0',
    bucket: { name: bucket },
    object: { key: created.key, size: created.size, etag: created.entityTag.replaceAll('"', '') },
    requester: localAccount,
    reason: 'PutObject',
  },
});

/** EventBridge's times have no fractions of seconds. */
const toTime = (time: number | string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
