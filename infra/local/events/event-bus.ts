import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SendMessage } from '../jobs/queues.ts';
import type { OnCreated } from '../s3/operations.ts';
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
  /** Time of the event in epoch seconds. */
  Time: z.number().optional(),
  Resources: z.array(z.string()).default([]),
});
type Entry = z.output<typeof putEventsEntry>;

/** PutEvents accepts at most 10 entries. */
const putEventsRequest = jsonColumn.pipe(z.object({ Entries: z.array(putEventsEntry).min(1).max(10) }));

interface EventBusSettings {
  readonly state: State;
  readonly buses: readonly string[];
  readonly rules: readonly DeployedBusRule[];
  readonly send: SendMessage;
  readonly log: (line: string) => void;
}

export type EventBuses = ReturnType<typeof openEventBuses>;

/** Opens the EventBridge buses. Events that no rule matches are stored for subscribers. */
export const openEventBuses = ({ state, buses, rules, send, log }: EventBusSettings) => {
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
    const received: Readonly<Record<string, unknown>> = { ...event, 'ingestion-time': toTime(Date.now()) };
    for (const { queueName, message } of matching) {
      const members = Object.entries(message).map(([name, member]) => [name, received[member]]);
      send(queueName, undefined, JSON.stringify(Object.fromEntries(members)));
    }
    if (matching.length === 0)
      database
        .prepare('INSERT INTO bus_events VALUES (?, ?, ?, ?)')
        .run(event.id, bus, event.time, JSON.stringify(event));
    if (isErasure(entry))
      database
        .prepare(
          `DELETE FROM bus_events WHERE bus = ? AND event ->> '$."detail-type"' = 'EnquirySubmitted'
            AND event ->> '$.detail.id' = ?`,
        )
        .run(bus, String(entry.Detail.id));
    return { EventId: event.id };
  };

  /** Stores the events of valid entries atomically, and returns a result for each entry. */
  const storeAll = (entries: readonly Entry[]) => {
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

  return {
    /** Handles a PutEvents request. `target` is its X-Amz-Target header. */
    putEvents: (target: unknown, body: string) => {
      if (target !== 'AWSEvents.PutEvents') {
        const message = `Only AWSEvents.PutEvents is supported, not ${target}.`;
        return { status: 400, body: { __type: 'UnknownOperationException', message } };
      }
      const { data, error } = putEventsRequest.safeParse(body);
      if (error)
        return { status: 400, body: { __type: 'ValidationException', message: z.prettifyError(error) } };
      const Entries = storeAll(data.Entries);
      const FailedEntryCount = Entries.filter((each) => 'ErrorCode' in each).length;
      return { status: 200, body: { FailedEntryCount, Entries } };
    },
    /** Deletes events older than a time in epoch milliseconds, and returns their number. */
    dropBefore: (moment: number): number =>
      Number(database.prepare('DELETE FROM bus_events WHERE time < ?').run(toTime(moment)).changes),
  };
};

/** Events about an erased enquiry are erased as well, because this stack stores them on behalf of subscribers. */
const isErasure = ({ Source, DetailType }: Entry): boolean =>
  Source === 'waypost.enquiries' && DetailType === 'EnquiryErased';

/** For each created object, sends an event to matching rules' queues, in the transaction that records the object. */
export const sendByRules =
  (rules: readonly DeployedRule[], send: SendMessage): OnCreated =>
  (bucket, created) => {
    for (const { bucketName, ignoredSuffix, queueName, messageGroupId } of rules)
      if (bucketName === bucket && !created.key.endsWith(ignoredSuffix))
        send(queueName, messageGroupId, JSON.stringify(toObjectCreatedEvent(bucket, created)));
  };

/** Returns the event that S3 sends to EventBridge when an object is created in a bucket without versioning. */
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
