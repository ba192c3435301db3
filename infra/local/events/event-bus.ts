import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SendMessage } from '../jobs/queues.ts';
import type { StoredObject } from '../s3/storage.ts';
import type { State } from '../state.ts';
import type { DeployedRule } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import { matchesPattern } from './event-pattern.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS bus_events (id TEXT PRIMARY KEY, bus TEXT, time TEXT, event TEXT) STRICT;
  CREATE INDEX IF NOT EXISTS bus_events_by_time ON bus_events (time)`;

const defaultBus = 'default';

export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

/** An entry of PutEvents. */
export const putEventsEntry = z.object({
  EventBusName: z.string().default(defaultBus),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: jsonText.pipe(z.record(z.string(), z.unknown())),
  /** Epoch seconds. */
  Time: z.number().optional(),
  Resources: z.array(z.string()).default([]),
});
type Entry = z.output<typeof putEventsEntry>;

/** The result of an entry: the id of its event, or why it was rejected. */
type EntryResult =
  | { readonly EventId: string }
  | { readonly ErrorCode: string; readonly ErrorMessage: string };

export interface EventBusSettings {
  readonly state: State;
  /** Names of the buses that take entries. */
  readonly buses: readonly string[];
  readonly rules: readonly DeployedRule[];
  readonly send: SendMessage;
  readonly log: (line: string) => void;
}

export type EventBuses = ReturnType<typeof openEventBuses>;

/** EventBridge's buses. What is put on them is stored for whoever wants to read it, and may be personal data. */
export const openEventBuses = ({ state, buses, rules, send, log }: EventBusSettings) => {
  const { database, transaction } = state;
  database.exec(schema);

  /**
   * Sends an event to the queues of the rules that it matches, as part of the caller's transaction if there is one.
   * Throws if the disk is full.
   */
  const sendByRules = (event: unknown, bus = defaultBus): void =>
    transaction(() => {
      for (const { enabled, busName, pattern, targets } of rules) {
        if (!enabled || busName !== bus || !matchesPattern(pattern, event)) continue;
        for (const { queueName, messageGroupId: groupId } of targets)
          send(queueName, groupId, JSON.stringify(event));
      }
    });

  const take = (entry: Entry): EntryResult => {
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
    database
      .prepare('INSERT INTO bus_events VALUES (?, ?, ?, ?)')
      .run(event.id, bus, event.time, JSON.stringify(event));
    sendByRules(event, bus);
    return { EventId: event.id };
  };

  return {
    sendByRules,
    /** Stores the events of valid entries and sends them by the rules, all or none. Returns a result for each entry. */
    putEvents: (entries: readonly Entry[]): readonly EntryResult[] => {
      try {
        return transaction(() => entries.map(take));
      } catch (error) {
        log(`Events were not stored: ${error}`);
        const ErrorMessage = 'The event could not be stored.';
        return entries.map(() => ({ ErrorCode: 'InternalFailure', ErrorMessage }));
      }
    },
    /** Deletes the stored events from before a moment, in epoch milliseconds, and returns how many there were. */
    dropBefore: (moment: number): number =>
      Number(database.prepare('DELETE FROM bus_events WHERE time < ?').run(toTime(moment)).changes),
  };
};

/** The event that S3 sends to EventBridge for an object that was created: its key as it is, and no version. */
export const toObjectCreatedEvent = (bucket: string, created: StoredObject) => ({
  version: '0',
  // Made up with every object, and of no other.
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

/** The times of EventBridge have seconds. */
const toTime = (time: number | string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
