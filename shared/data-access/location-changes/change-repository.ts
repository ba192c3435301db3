import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  PutCommand,
  paginateQuery,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dayMilliseconds } from '../../domain/location/hours/calendar.ts';
import { type Override, type Overrides, override } from '../../domain/location/overrides/overrides.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { storeCall } from '../errors.ts';
import { backoff } from '../retry.ts';
import { parseRow, readItem, readItems, type Table } from '../table.ts';
import {
  batchPartition,
  overrideKey,
  readOverrides,
  readOverridesOf,
  type StoredOverrides,
} from './override-table.ts';

/** Days for which the history is kept: two years. */
const historyDays = 730;

/** Maximum number of locations per batch. Their codes are stored in one item, which may have up to 400 kB. */
export const maxBatchLocations = 5_000;

/** Number of locations per transaction, which may have 100 items: two for each location, and one for the batch. */
const locationsAtOnce = 49;

/**
 * Maximum bytes per transaction, as JSON. DynamoDB allows 4 MB of items, and may also count the batch, which has up to
 * 400 kB. A single location always fits, because its two items have at most 400 kB each.
 */
const maxTransactionBytes = 3_000_000;

const locationPartition = (code: string) => `location ${code}`;

const who = {
  at: z.iso.datetime(),
  /** Who made the change: an ARN on AWS, `user@host` on one machine. */
  by: z.string(),
  reason: z.string(),
  /** Command line or form that made the change. */
  command: z.string(),
};

const batch = z.object({
  id: z.string(),
  ...who,
  codes: z.array(z.string()),
  /** When the batch was completed; absent while it is being written, or if writing was interrupted. */
  finishedAt: z.optional(z.iso.datetime()),
  /** Codes of locations that were not changed, because somebody else had changed them in the meantime. */
  refused: z._default(z.array(z.string()), []),
  /** Time at which an undo stopped the batch. No more of its changes are written after this time. */
  stoppedAt: z.optional(z.iso.datetime()),
  /** Id of the batch that this one undoes. */
  undoes: z.optional(z.string()),
  /** Id of the batch that undid this one; absent again if that batch is undone. */
  undoneBy: z.optional(z.string()),
});
/** Set of changes that were made together and can be undone together. */
export type ChangeBatch = z.infer<typeof batch>;

/** A location's overrides by field; null for a field without an override. */
const fieldsOfChange = z.record(z.string(), z.nullable(override));

const locationChange = z.object({
  /** Id of the batch. */
  id: z.string(),
  locationCode: z.string(),
  ...who,
  before: fieldsOfChange,
  after: fieldsOfChange,
});
/** Changes that a batch made to one location. */
export type LocationChange = z.infer<typeof locationChange>;

/** New overrides of a location, and the overrides on which they are based. */
export interface ChangedOverrides {
  readonly code: string;
  readonly read: StoredOverrides | undefined;
  readonly fields: Overrides;
}

/** The batch was undone while it was being written. */
export class BatchUndone extends Error {
  override readonly name = 'BatchUndone';
}

/** A batch was interrupted. The locations that it had changed are in the history. */
export class BatchInterrupted extends Error {
  override readonly name = 'BatchInterrupted';
  readonly batch: string;
  readonly changed: number;

  constructor(batch: string, changed: number, cause: unknown) {
    super(`batch ${batch} was interrupted after ${changed} locations`, { cause });
    this.batch = batch;
    this.changed = changed;
  }
}

/** Creates the repository of manual changes, each written with its history entry. Methods throw StoreUnavailable. */
export const changeRepository = (table: Table, now: () => Date = () => new Date()) => {
  const { client, tableName: TableName } = table;
  const expiresAt = () => Math.ceil((now().getTime() + historyDays * dayMilliseconds) / 1_000);

  const findBatch = async (id: string): Promise<ChangeBatch | undefined> => {
    const row = await readItem(table, 'manual changes: get a batch', { partition: batchPartition, id });
    return row && parseRow(batch, row, id);
  };

  const updateBatch = async (id: string, values: Readonly<Record<string, unknown>>): Promise<void> => {
    const entries = Object.entries(values);
    const update = new UpdateCommand({
      TableName,
      Key: { partition: batchPartition, id },
      UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
    });
    await storeCall('manual changes: update a batch', () => client.send(update));
  };

  /** Returns the first of these locations that fit into a transaction. */
  const nextTransaction = (
    given: Omit<ChangeBatch, 'codes' | 'refused'>,
    locations: readonly ChangedOverrides[],
  ): readonly ChangedOverrides[] => {
    let bytes = 0;
    const end = locations.findIndex((each) => {
      // Counts the replaced overrides as well, because DynamoDB does not say whether it does.
      const counted = [each.read, writesOf(TableName, given, each, expiresAt())];
      bytes += Buffer.byteLength(JSON.stringify(counted));
      return bytes > maxTransactionBytes;
    });
    return end < 0 ? locations : locations.slice(0, Math.max(end, 1));
  };

  /** Writes some locations of a batch, and returns the codes of locations that somebody else has changed. */
  const writeSome = async (
    given: Omit<ChangeBatch, 'codes' | 'refused'>,
    locations: readonly ChangedOverrides[],
  ): Promise<readonly string[]> => {
    const refused: string[] = [];
    let rest = locations;
    for (let attempt = 1; rest.length > 0; attempt++) {
      const command = new TransactWriteCommand({
        TransactItems: [
          unlessStopped(TableName, given.id),
          ...rest.flatMap((each) => writesOf(TableName, given, each, expiresAt())),
        ],
      });
      try {
        await storeCall('manual changes: write', () => client.send(command), isCancelled);
        break;
      } catch (error) {
        if (!isCancelled(error)) throw error;
        const [ofBatch, ...reasons] = (error.CancellationReasons ?? []).map(({ Code }) => Code);
        if (ofBatch === 'ConditionalCheckFailed') throw new BatchUndone(`batch ${given.id} was undone`);
        const isLost = (index: number) => reasons[2 * index] === 'ConditionalCheckFailed';
        refused.push(...rest.filter((_, index) => isLost(index)).map(({ code }) => code));
        rest = rest.filter((_, index) => !isLost(index));
        const isTemporary = [ofBatch, ...reasons].some((code = '') => temporaryReasons.includes(code));
        if (attempt === maxAttempts || !(isTemporary || reasons.some((_, index) => isLost(index))))
          throw new StoreUnavailable('manual changes: write', { cause: error });
        if (isTemporary) await delay(backoff(attempt, firstPauseMilliseconds));
      }
    }
    return refused;
  };

  return {
    overrides: () => readOverrides(table),

    overridesOf: (codes: Iterable<string>) => readOverridesOf(table, codes),

    findBatch,

    /** Creates the id of a batch. Ids are ordered by time. */
    newBatchId: (): string =>
      `${now().toISOString().replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`,

    /**
     * Writes a batch: its entry, its locations in several transactions, and its end time. Skips locations that somebody
     * else has changed since. Throws BatchUndone, or BatchInterrupted, after which the batch can be undone, or the same
     * changes made again. Throws before it writes anything if an override is invalid.
     */
    async write(
      given: Omit<ChangeBatch, 'codes' | 'refused' | 'finishedAt' | 'stoppedAt' | 'undoneBy'>,
      locations: readonly ChangedOverrides[],
      onWritten: (count: number) => void = () => {},
    ) {
      // An invalid override would make all overrides of its location unreadable.
      for (const { fields } of locations) for (const each of Object.values(fields)) override.parse(each);
      const codes = locations.map(({ code }) => code);
      const put = new PutCommand({
        TableName,
        Item: { partition: batchPartition, ...batch.parse({ ...given, codes }), expiresAt: expiresAt() },
      });
      await storeCall('manual changes: begin a batch', () => client.send(put));
      const refused = new Set<string>();
      let written = 0;
      try {
        while (written < locations.length) {
          const some = nextTransaction(given, locations.slice(written, written + locationsAtOnce));
          for (const code of await writeSome(given, some)) refused.add(code);
          onWritten(written + some.length);
          written += some.length;
        }
        if (given.undoes !== undefined && refused.size < locations.length)
          await updateBatch(given.undoes, { undoneBy: given.id });
        await updateBatch(given.id, { finishedAt: now().toISOString(), refused: [...refused] });
      } catch (error) {
        if (error instanceof BatchUndone) throw error;
        throw new BatchInterrupted(given.id, written - refused.size, error);
      }
      return { batch: given.id, changed: codes.filter((code) => !refused.has(code)), refused: [...refused] };
    },

    /** Stops a batch so that no more of its changes are written. */
    stop: (id: string) => updateBatch(id, { stoppedAt: now().toISOString() }),

    /** Records that a batch is no longer undone. */
    async clearUndone(id: string): Promise<void> {
      const clear = new UpdateCommand({
        TableName,
        Key: { partition: batchPartition, id },
        ConditionExpression: 'attribute_exists(#id)',
        UpdateExpression: 'REMOVE #undoneBy',
        ExpressionAttributeNames: { '#id': 'id', '#undoneBy': 'undoneBy' },
      });
      await storeCall('manual changes: update a batch', () => client.send(clear));
    },

    async changesOf({ id, codes }: ChangeBatch): Promise<readonly LocationChange[]> {
      const keys = codes.map((code) => ({ partition: locationPartition(code), id }));
      const rows = await storeCall('manual changes: read a batch', () => readItems(table, keys));
      return rows.flatMap((row) => parseRow(locationChange, row, String(row.locationCode)) ?? []);
    },

    /** Reads at most `limit` batches that are older than the batch `before`, newest first. */
    batches: (page: HistoryPage) => readNewest(table, batchPartition, batch, page),

    /** Reads at most `limit` changes of a location that are older than the batch `before`, newest first. */
    changesOfLocation: (code: string, page: HistoryPage) =>
      readNewest(table, locationPartition(code), locationChange, page),
  };
};

interface HistoryPage {
  readonly limit: number;
  /** Id of the batch after which the page begins; absent for the page with the newest batches. */
  readonly before?: string | undefined;
}

const readNewest = async <T>(
  { client, tableName: TableName }: Table,
  partition: string,
  schema: z.ZodMiniType<T>,
  { limit, before = '~' }: HistoryPage,
): Promise<readonly T[]> => {
  const query = {
    TableName,
    KeyConditionExpression: '#partition = :partition AND #id < :before',
    ExpressionAttributeNames: { '#partition': 'partition', '#id': 'id' },
    ExpressionAttributeValues: { ':partition': partition, ':before': before },
    ScanIndexForward: false,
    Limit: limit,
    ConsistentRead: true,
  };
  const rows: Record<string, unknown>[] = [];
  await storeCall('manual changes: read the history', async () => {
    for await (const { Items = [] } of paginateQuery({ client }, query)) {
      rows.push(...Items);
      if (rows.length >= limit) break;
    }
  });
  return rows.slice(0, limit).flatMap((row) => parseRow(schema, row, `${partition} ${row.id}`) ?? []);
};

/** Maximum attempts for a transaction that conflicts with another one, or in which some locations are rejected. */
const maxAttempts = 6;
const firstPauseMilliseconds = 40;

/** Reasons for which DynamoDB cancels a transaction that may succeed when it is retried. */
const temporaryReasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

const isCancelled = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException;

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const unlessStopped = (TableName: string, id: string): TransactItem => ({
  ConditionCheck: {
    TableName,
    Key: { partition: batchPartition, id },
    ConditionExpression: 'attribute_exists(#id) AND attribute_not_exists(#stoppedAt)',
    ExpressionAttributeNames: { '#id': 'id', '#stoppedAt': 'stoppedAt' },
  },
});

/** Builds the writes of a location's overrides and its history entry. They fail if the overrides have changed. */
const writesOf = (
  TableName: string,
  { id, at, by, reason, command }: Omit<ChangeBatch, 'codes' | 'refused'>,
  { code, read, fields }: ChangedOverrides,
  expiresAt: number,
): readonly TransactItem[] => {
  const before = read?.fields ?? {};
  const names = new Set([...Object.keys(before), ...Object.keys(fields)]);
  const changed = [...names].filter((name) => before[name] !== fields[name]);
  const valuesIn = (from: Overrides) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const ifUnchanged = {
    ConditionExpression: read ? '#revision = :revision' : 'attribute_not_exists(#revision)',
    ExpressionAttributeNames: { '#revision': 'revision' },
    ...(read && { ExpressionAttributeValues: { ':revision': read.revision } }),
  };
  const key = overrideKey(code);
  const write =
    Object.keys(fields).length > 0
      ? { Put: { TableName, Item: { ...key, revision: id, fields, ...expiryOf(fields) }, ...ifUnchanged } }
      : { Delete: { TableName, Key: key, ...ifUnchanged } };
  const entry = { partition: locationPartition(code), id, locationCode: code, at, by, reason, command };
  const item = { ...entry, before: valuesIn(before), after: valuesIn(fields), expiresAt };
  return [write, { Put: { TableName, Item: item } }];
};

/** Returns the expiry after which the store may delete the overrides: two years after the last of them has ended. */
const expiryOf = (fields: Overrides) => {
  const lastDays = Object.values(fields).map(({ until }: Override) => Date.parse(until ?? ''));
  const last = Math.max(...lastDays);
  return Number.isNaN(last) ? {} : { expiresAt: Math.ceil((last + historyDays * dayMilliseconds) / 1_000) };
};
