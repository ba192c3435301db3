import * as z from 'zod/mini';
import { billerRecord, billTypeRecord } from '../../domain/billing/biller-record.ts';
import { capabilityRecord } from '../../domain/capability/capability-record.ts';
import { locationRecord } from '../../domain/location/importing/location-record.ts';

/** Kinds of record that operators can import, by the name of the file. */
export const importKinds = ['locations', 'services', 'billers', 'bill-types'] as const;
export type ImportKind = (typeof importKinds)[number];

type StoredRecord = Readonly<Record<string, unknown>>;

/** Names of imported tables in the stacks. */
type ImportedTable = 'locations' | 'capabilities' | 'billers';

/** Mapping from lines of one kind to rows of its table. Keys are text here, whatever their type in the table. */
export interface RecordKind {
  readonly table: ImportedTable;
  /** Schema from the JSON of a line to the stored record. */
  readonly record: z.ZodMiniType<StoredRecord>;
  /** Key attribute of the table that distinguishes records of this kind. */
  readonly keyAttribute: string;
  /** Partition of this kind in a shared table. */
  readonly partition?: { readonly attribute: string; readonly value: string };
  /** Schema that reads the key even of an otherwise bad line. */
  readonly keyOfLine: z.ZodMiniType<string>;
  readonly toKey: (text: string) => string | number;
}

const textKey = (field: string) =>
  z.pipe(
    z.object({ [field]: z.string().check(z.minLength(1)) }),
    z.transform((line) => String(line[field])),
  );

const numberKey = (field: string) =>
  z.pipe(
    z.object({ [field]: z.int() }),
    z.transform((line) => String(line[field])),
  );

const billing = (partition: string, record: z.ZodMiniType<StoredRecord>): RecordKind => ({
  table: 'billers',
  record,
  keyAttribute: 'code',
  partition: { attribute: 'kind', value: partition },
  keyOfLine: textKey('code'),
  toKey: String,
});

/** Kinds of record that can be imported. */
export const recordKinds: Readonly<Record<ImportKind, RecordKind>> = {
  locations: {
    table: 'locations',
    record: locationRecord,
    keyAttribute: 'locationCode',
    keyOfLine: textKey('location_code'),
    toKey: String,
  },
  services: {
    table: 'capabilities',
    record: capabilityRecord,
    keyAttribute: 'serviceCode',
    keyOfLine: numberKey('service_code'),
    toKey: Number,
  },
  billers: billing('BILLER', billerRecord),
  'bill-types': billing('BILL_TYPE', billTypeRecord),
};

/** Builds the key of a row in the table. */
export const tableKey = ({ keyAttribute, partition, toKey }: RecordKind, key: string) => ({
  ...(partition && { [partition.attribute]: partition.value }),
  [keyAttribute]: toKey(key),
});
