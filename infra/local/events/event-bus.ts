import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SendMessage } from '../jobs/queues.ts';
import type { StoredObject } from '../s3/storage.ts';
import { jsonColumn, type State } from '../state.ts';
import type { DeployedRule } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS bus_events (id TEXT PRIMARY KEY, bus TEXT, time TEXT, event TEXT) STRICT;
  CREATE INDEX IF NOT EXISTS bus_events_by_time ON bus_events (time)`;

const putEventsEntry = z.object({
  EventBusName: z.string(),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: jsonColumn.pipe(z.record(z.string(), z.unknown())),
  /** Time of the event in epoch seconds, up to the last one that a `Date` can represent. */
  Time: z.number().min(0).max(8.64e12).optional(),
  Resources: z.array(z.string()).default([]),
});
type Entry = z.output<typeof putEventsEntry>;

/** PutEvents accepts at most 10 entries. */
const putEventsRequest = jsonColumn.pipe(z.object({ Entries: z.array(putEventsEntry).min(1).max(10) }));

interface EventBusSettings {
  readonly state: State;
  /** Names of the buses, except the default bus. */
  readonly buses: readonly string[];
  readonly rules: readonly DeployedRule[];
  readonly send: SendMessage;
}

export type EventBuses = ReturnType<typeof openEventBuses>;

/** Opens the EventBridge buses. Events of PutEvents that no rule matches are stored for subscribers. */
export const openEventBuses = ({ state, buses, rules, send }: EventBusSettings) => {
  const { database, transaction } = state;
  database.exec(schema);

  /** Sends an event to the queues of all matching rules. Returns whether there are any. */
  const deliver = (event: BusEvent, bus?: string, object?: { bucket: string; key: string }): boolean => {
    const matching = rules.filter(
      ({ busName, pattern: { source, 'detail-type': types, detail } }) =>
        busName === bus &&
        source.includes(event.source) &&
        types.includes(event['detail-type']) &&
        (!detail ||
          (object &&
            detail.bucketNames.includes(object.bucket) &&
            !object.key.endsWith(detail.ignoredSuffix))),
    );
    const received: Readonly<Record<string, unknown>> = { ...event, 'ingestion-time': toTime(Date.now()) };
    for (const { queueName, messageGroupId, message } of matching) {
      const members = message && Object.entries(message).map(([name, member]) => [name, received[member]]);
      send(queueName, messageGroupId, JSON.stringify(members ? Object.fromEntries(members) : event));
    }
    return matching.length > 0;
  };

  const store = (entry: Entry) => {
    const { EventBusName: bus, Source: source, Resources: resources, Detail: detail } = entry;
    if (!buses.includes(bus))
      return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Event bus ${bus} does not exist.` };
    const id = randomUUID();
    const time = entry.Time === undefined ? Date.now() : entry.Time * 1_000;
    const event = toEvent({ id, 'detail-type': entry.DetailType, source, time, resources, detail });
    if (!deliver(event, bus))
      database
        .prepare('INSERT INTO bus_events VALUES (?, ?, ?, ?)')
        .run(id, bus, event.time, JSON.stringify(event));
    if (isErasure(entry))
      database
        .prepare(
          `DELETE FROM bus_events WHERE bus = ? AND event ->> '$."detail-type"' = 'EnquirySubmitted'
            AND event ->> '$.detail.id' = ?`,
        )
        .run(bus, String(detail.id));
    return { EventId: id };
  };

  return {
    /** Handles the body of a PutEvents request. Stores the events of valid entries atomically, or throws. */
    putEvents: (body: string) => {
      const { data, error } = putEventsRequest.safeParse(body);
      if (error)
        return { status: 400, body: { __type: 'ValidationException', message: z.prettifyError(error) } };
      const Entries = transaction(() => data.Entries.map(store));
      // Overwrites the deleted events in the write-ahead log as well.
      if (data.Entries.some(isErasure)) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const FailedEntryCount = Entries.filter((each) => 'ErrorCode' in each).length;
      return { status: 200, body: { FailedEntryCount, Entries } };
    },
    /** Sends the event of an object that is created in a bucket without versioning, in the transaction that records it. */
    onCreated: (bucket: string, { key, size, entityTag, contentsFile, lastModified }: StoredObject): void => {
      const event = toEvent({
        // A UUID generated for each object.
        id: contentsFile,
        'detail-type': 'Object Created',
        source: 'aws.s3',
        time: lastModified,
        resources: [`arn:aws:s3:::${bucket}`],
        detail: {
          version: '0',
          'event-version': '1.0',
          bucket: { name: bucket },
          object: { key, size, etag: entityTag.replaceAll('"', '') },
          requester: localAccount,
          reason: 'PutObject',
        },
      });
      deliver(event, undefined, { bucket, key });
    },
    /** Deletes events older than a time in epoch milliseconds, and returns their number. */
    dropBefore: (moment: number): number =>
      Number(database.prepare('DELETE FROM bus_events WHERE time < ?').run(toTime(moment)).changes),
  };
};

type BusEvent = ReturnType<typeof toEvent>;

interface EventFacts {
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly time: number | string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

const toEvent = ({ time, ...facts }: EventFacts) => ({
  version: '0',
  account: localAccount,
  region: localRegion,
  time: toTime(time),
  ...facts,
});

/** Events about an erased enquiry are erased as well, because this stack stores them on behalf of subscribers. */
const isErasure = ({ Source, DetailType }: Entry): boolean =>
  Source === 'waypost.enquiries' && DetailType === 'EnquiryErased';

/** EventBridge's times have no fractions of seconds. */
const toTime = (time: number | string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
