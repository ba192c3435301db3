import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SendMessage } from '../jobs/queues.ts';
import type { State } from '../state.ts';
import type { DeployedRule } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import { matchesPattern } from './event-pattern.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS bus_events (id TEXT PRIMARY KEY, bus TEXT, time TEXT, event TEXT) STRICT;
  CREATE INDEX IF NOT EXISTS bus_events_by_time ON bus_events (time)`;

const defaultBus = 'default';

/** An entry of PutEvents. */
export const putEventsEntry = z.object({
  EventBusName: z.string().default(defaultBus),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: z.string(),
  /** Epoch seconds. */
  Time: z.number().optional(),
  Resources: z.array(z.string()).default([]),
});
type Entry = z.output<typeof putEventsEntry>;

interface EntryError {
  readonly ErrorCode: string;
  readonly ErrorMessage: string;
}

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

  const take = (entry: Entry) => {
    const event = toEvent(entry, buses);
    if ('ErrorCode' in event) return event;
    const store = database.prepare('INSERT INTO bus_events VALUES (?, ?, ?, ?)');
    store.run(event.id, entry.EventBusName, event.time, JSON.stringify(event));
    sendByRules(event, entry.EventBusName);
    return { EventId: event.id };
  };

  return {
    sendByRules,
    /** Stores the events of valid entries and sends them by the rules, all or none. Returns a result for each entry. */
    putEvents: (entries: readonly Entry[]): readonly ({ EventId: string } | EntryError)[] => {
      try {
        return transaction(() => entries.map(take));
      } catch (error) {
        log(`Events were not stored: ${error}`);
        return entries.map(() => entryError('InternalFailure', 'The event could not be stored.'));
      }
    },
    /** Deletes the stored events from before a moment, in epoch milliseconds, and returns how many there were. */
    dropBefore: (moment: number): number =>
      Number(database.prepare('DELETE FROM bus_events WHERE time < ?').run(toTime(moment)).changes),
  };
};

/** The times of EventBridge have seconds. */
const toTime = (time: number | string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

const entryError = (ErrorCode: string, ErrorMessage: string): EntryError => ({ ErrorCode, ErrorMessage });

/** The event as rules and subscribers receive it, or why the entry is rejected. */
const toEvent = (entry: Entry, buses: readonly string[]) => {
  if (!buses.includes(entry.EventBusName))
    return entryError('ResourceNotFoundException', `Event bus ${entry.EventBusName} does not exist.`);
  const detail = jsonObject.safeParse(entry.Detail);
  if (!detail.success) return entryError('MalformedDetail', 'Detail is malformed.');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': entry.DetailType,
    source: entry.Source,
    account: localAccount,
    time: toTime(entry.Time === undefined ? Date.now() : entry.Time * 1_000),
    region: localRegion,
    resources: entry.Resources,
    detail: detail.data,
  };
};

export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

const jsonObject = jsonText.pipe(z.record(z.string(), z.unknown()));
