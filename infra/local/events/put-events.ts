import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { LineWriter } from '../files/append-line.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { EventEntry } from './put-events-request.ts';

/** An event as rules and subscribers get it. */
const toEvent = (entry: EventEntry, detail: unknown, now: number) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': entry.DetailType,
  source: entry.Source,
  account: localAccount,
  time: new Date(entry.Time === undefined ? now : entry.Time * 1_000).toISOString().replace(/\.\d+Z$/, 'Z'),
  region: localRegion,
  resources: entry.Resources,
  detail,
});

/** An event that came, and the name of its bus. */
export interface BusEvent {
  readonly bus: string;
  readonly event: ReturnType<typeof toEvent>;
}

interface Refusal {
  readonly ErrorCode: string;
  readonly ErrorMessage: string;
}

const refusal = (ErrorCode: string, ErrorMessage: string): Refusal => ({ ErrorCode, ErrorMessage });

const object = z.record(z.string(), z.unknown());

const parsedDetail = (text: string): Record<string, unknown> | undefined => {
  try {
    return object.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** The event of an entry, or why there is none. */
const readEntry = (entry: EventEntry, buses: ReadonlySet<string>, now: number): Refusal | BusEvent => {
  for (const name of ['Source', 'DetailType', 'Detail'] as const) {
    if (!entry[name]) {
      return refusal(
        'InvalidArgument',
        `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
      );
    }
  }
  if (entry.Source?.startsWith('aws.'))
    return refusal('NotAuthorizedForSourceException', 'Not authorized for the source.');
  const { EventBusName: bus = 'default' } = entry;
  if (!buses.has(bus)) return refusal('ResourceNotFoundException', `Event bus ${bus} does not exist.`);
  const detail = parsedDetail(entry.Detail ?? '');
  return detail
    ? { bus, event: toEvent(entry, detail, now) }
    : refusal('MalformedDetail', 'Detail is malformed.');
};

export interface PutEventsMeans {
  /** Names of the buses. */
  readonly buses: ReadonlySet<string>;
  /** Where events are kept. */
  readonly kept: Pick<LineWriter, 'append'>;
  /** Hands an event to the rules of its bus. */
  readonly send: (event: BusEvent) => Promise<void>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

type Answer = Refusal | { readonly EventId: string };

/** Hands an event on that is kept. Refused, it comes again and is kept once more: its receivers tell it by its own id. */
const handOn = async (event: BusEvent, { send, log }: PutEventsMeans): Promise<Answer> => {
  try {
    await send(event);
    return { EventId: event.event.id };
  } catch (error) {
    log(`An event was kept, but not handed on: ${error}`);
    return refusal('InternalFailure', 'The event is kept, but the queue of a rule does not take it.');
  }
};

/** The answers to the entries, in their order, once all events are kept: by an id of its own to each that went on. */
const keepAndHandOn = async (
  read: readonly (Refusal | BusEvent)[],
  means: PutEventsMeans,
): Promise<readonly Answer[]> => {
  const events = read.filter((each) => 'event' in each);
  try {
    if (events.length > 0) await means.kept.append(...events.map((each) => JSON.stringify(each)));
  } catch (error) {
    means.log(`Events were not kept: ${error}`);
    const notKept = refusal('InternalFailure', 'The disk does not take the event.');
    return read.map((each) => ('event' in each ? notKept : each));
  }
  const answers: Answer[] = [];
  for (const each of read) answers.push('event' in each ? await handOn(each, means) : each);
  return answers;
};

/** Keeps the events and hands them on; those that are answered with an id outlast a kill. Others are to come again. */
export const putEvents = async (entries: readonly EventEntry[], means: PutEventsMeans) => {
  const read = entries.map((entry) => readEntry(entry, means.buses, means.now()));
  const Entries = await keepAndHandOn(read, means);
  return { FailedEntryCount: Entries.filter((each) => 'ErrorCode' in each).length, Entries };
};
