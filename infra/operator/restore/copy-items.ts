import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type BatchWriter, batchWriter } from '../../../shared/data-access/importing/batch-writer.ts';
import { readItems } from '../../../shared/data-access/table.ts';
import type { RestorePlaces } from './restored-table.ts';

const item = z.record(z.string(), z.unknown());
type Item = z.infer<typeof item>;

/** Items by what became of them. `read` is `missing`, `differing`, `equal` and `expired` together. */
export interface RestoreCounts {
  read: number;
  /** Of the own table. */
  missing: number;
  /** There too, with other attributes. */
  differing: number;
  equal: number;
  /** Whose time is over: never brought back. */
  expired: number;
  /** Missing ones that were written. */
  copied: number;
  /** Differing ones that were written. */
  overwritten: number;
}

export interface Restoration extends RestorePlaces {
  /** Names of the attributes that make up the key. */
  readonly key: readonly string[];
  readonly isExpired: (item: Item) => boolean;
  /** Whether those that differ are written too. */
  readonly overwrite: boolean;
  /** Whether nothing is written. */
  readonly dryRun: boolean;
  readonly onProgress: (read: number) => void;
  /** Writes one, for tables where that is more than putting it there; answers with whether it did. */
  readonly put?: (restored: unknown, overwrite: boolean) => Promise<boolean>;
}

interface RestoreRun {
  readonly restoration: Restoration;
  readonly writer: BatchWriter;
  readonly counts: RestoreCounts;
}

const write = (
  { restoration, writer, counts }: RestoreRun,
  restored: Item,
  outcome: 'copied' | 'overwritten',
): Promise<void> =>
  writer.write({
    request: { PutRequest: { Item: restored } },
    bytes: serialize(restored).length,
    onWritten: () => {
      counts[outcome] += 1;
    },
    // The store's reason may quote what is in the item.
    onRefused: () => {
      throw new Error(`${restoration.own} refuses an item that ${restoration.from} has`);
    },
  });

const restoreSome = async (run: RestoreRun, items: readonly Item[]): Promise<void> => {
  const { restoration, counts } = run;
  const { client, own: tableName, key, isExpired, overwrite, dryRun, put } = restoration;
  const keyOf = (each: Item): Item => Object.fromEntries(key.map((name) => [name, each[name]]));
  // Keys are texts or numbers, of the same type in both tables.
  const asText = (each: Item): string => JSON.stringify(key.map((name) => String(each[name])));

  const living = items.filter((each) => !isExpired(each));
  const found = await readItems({ client, tableName }, living.map(keyOf));
  const own = new Map(found.map((each) => [asText(each), each]));
  counts.read += items.length;
  counts.expired += items.length - living.length;
  for (const restored of living) {
    const there = own.get(asText(restored));
    if (isDeepStrictEqual(there, restored)) {
      counts.equal += 1;
      continue;
    }
    counts[there ? 'differing' : 'missing'] += 1;
    if (dryRun || (there && !overwrite)) continue;
    const outcome = there ? 'overwritten' : 'copied';
    if (!put) await write(run, restored, outcome);
    else if (await put(restored, there !== undefined)) counts[outcome] += 1;
  }
  restoration.onProgress(counts.read);
};

/**
 * Copies the items of a restored table that the own one has not, whole, and with `overwrite` those that differ. Removes
 * none. Holds a page of both tables at a time. One that stops half-way can be repeated. Throws UnprocessedItems,
 * and what the SDK throws.
 */
export const copyItems = async (restoration: Restoration): Promise<RestoreCounts> => {
  const { client, from, own: tableName } = restoration;
  const counts = { read: 0, missing: 0, differing: 0, equal: 0, expired: 0, copied: 0, overwritten: 0 };
  const run: RestoreRun = { restoration, writer: batchWriter({ client, tableName }), counts };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    await restoreSome(run, item.array().parse(Items));
    // What was found missing long ago may be there by now: BatchWriteItem knows no condition.
    await run.writer.drain();
  }
  return counts;
};
