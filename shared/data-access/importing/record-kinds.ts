import { createHash } from 'node:crypto';
import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { billerRecord, billTypeRecord } from '../../domain/importing/biller-record.ts';
import { capabilityRecord } from '../../domain/importing/capability-record.ts';
import { holidayCodeOfLine, holidayRecord, maxHolidays } from '../../domain/importing/holiday-record.ts';
import { locationRecord } from '../../domain/importing/location-record.ts';
import { parcelLimitsRecord } from '../../domain/importing/parcel-limits-record.ts';
import { maxPlaces, placeCodeOfLine, placeRecord } from '../../domain/importing/place-record.ts';
import { hasOwnKey, locationKey, readLocationRows, typeBucket, typeLimitsKey } from '../location-table.ts';
import type { Table } from '../table.ts';
import type { TableKind } from './import-kinds.ts';

type ImportedRecord = Readonly<Record<string, unknown>>;

/** Mapping from lines of one kind to rows of its table. Keys are strings, regardless of their type in the table. */
export interface RecordKind {
  /** Name of the table in the stacks. */
  readonly table: 'locations' | 'capabilities' | 'billers';
  /** Schema that parses the JSON of a line into a stored record. */
  readonly record: z.ZodMiniType<ImportedRecord>;
  /** Key attribute that identifies records of this kind. */
  readonly keyAttribute: string;
  /** Partition of this kind in a shared table: its key attribute and value. */
  readonly partition?: readonly [attribute: string, value: string | number];
  /** Schema that reads the key, even if the line is otherwise invalid. */
  readonly keyOfLine: z.ZodMiniType<string>;
  /** Builds the key of a row in the table. */
  readonly tableKey: (key: string) => Readonly<Record<string, string | number>>;
  /** Maximum number of lines in a file; if absent, the limit for all files applies. */
  readonly maxLines?: number;
}

const keyIn = (field: string, key: z.ZodMiniType<string | number>) =>
  z.pipe(
    z.object({ [field]: key }),
    z.transform((line) => String(line[field])),
  );

const anyText = z.string().check(z.minLength(1));

/** Creates a kind of short records. These kinds share a table, with a partition for each kind. */
const sharingTable = (partition: string, record: z.ZodMiniType<ImportedRecord>): RecordKind => ({
  table: 'billers',
  record,
  keyAttribute: 'code',
  partition: ['kind', partition],
  keyOfLine: keyIn('code', anyText),
  tableKey: (code) => ({ kind: partition, code }),
});

export const recordKinds: Readonly<Record<TableKind, RecordKind>> = {
  locations: {
    table: 'locations',
    record: locationRecord,
    keyAttribute: 'locationCode',
    keyOfLine: keyIn('location_code', anyText),
    tableKey: locationKey,
  },
  services: {
    table: 'capabilities',
    record: capabilityRecord,
    keyAttribute: 'serviceCode',
    keyOfLine: keyIn('service_code', z.int()),
    tableKey: (code) => ({ serviceCode: Number(code) }),
  },
  'parcel-limits': {
    table: 'locations',
    record: parcelLimitsRecord,
    keyAttribute: 'type',
    partition: ['bucket', typeBucket],
    keyOfLine: keyIn('type', anyText),
    tableKey: typeLimitsKey,
  },
  places: {
    ...sharingTable('PLACE', placeRecord),
    keyOfLine: placeCodeOfLine,
    maxLines: maxPlaces,
  },
  holidays: {
    ...sharingTable('HOLIDAY', holidayRecord),
    keyOfLine: holidayCodeOfLine,
    maxLines: maxHolidays,
  },
  billers: sharingTable('BILLER', billerRecord),
  'bill-types': sharingTable('BILL_TYPE', billTypeRecord),
};

/** Attribute with the digest of a stored record, so that imports can detect unchanged records without reading them. */
export const digestAttribute = 'recordDigest';

/** Returns the SHA-256 of a record's canonical JSON (sorted keys, no undefined values) in base64url. */
export const recordDigest = (record: ImportedRecord): string =>
  createHash('sha256').update(JSON.stringify(record, inKeyOrder)).digest('base64url');

const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => byCodeUnit(one, other)))
    : value;

/** Yields the keys of all stored records, with digests if an import wrote them. Throws StoreUnavailable, SDK errors. */
export const storedKeys = async function* (table: Table, kind: RecordKind) {
  const { keyAttribute } = kind;
  for await (const row of storedRows(table, kind, [keyAttribute, digestAttribute])) {
    const { [keyAttribute]: key, [digestAttribute]: digest } = row;
    yield { key: String(key), digest: typeof digest === 'string' ? digest : undefined };
  }
};

/** Yields these attributes of every stored row, unparsed and unordered. Throws StoreUnavailable or SDK errors. */
export const storedRows = async function* (
  { client, tableName }: Table,
  { table, partition }: RecordKind,
  attributes: readonly string[],
): AsyncGenerator<Record<string, unknown>> {
  if (table === 'locations' && !partition) {
    const rows = readLocationRows({ client, tableName }, ['bucket', ...attributes]);
    for await (const row of rows) if (hasOwnKey(row)) yield row;
    return;
  }
  const names = Object.fromEntries(attributes.map((name) => [`#${name}`, name]));
  const all = {
    TableName: tableName,
    ProjectionExpression: Object.keys(names).join(', '),
    ExpressionAttributeNames: names,
    // The read is consistent, so that the next import sees what the last one has just written.
    ConsistentRead: true,
  };
  const pages = partition
    ? paginateQuery({ client }, { ...all, ...inPartition(partition, names) })
    : paginateScan({ client }, all);
  for await (const { Items = [] } of pages) yield* Items;
};

const inPartition = (
  [attribute, value]: NonNullable<RecordKind['partition']>,
  names: Readonly<Record<string, string>>,
) => ({
  KeyConditionExpression: '#partition = :partition',
  ExpressionAttributeNames: { ...names, '#partition': attribute },
  ExpressionAttributeValues: { ':partition': value },
});
