import * as z from 'zod';
import { billerRecord, billTypeRecord } from '../../domain/billing/biller-record.ts';
import { capabilityRecord } from '../../domain/capability/capability-record.ts';
import { locationRecord } from '../../domain/location/importing/location-record.ts';

/** What an operator can import, by the name of its file. */
export const importKinds = ['locations', 'services', 'billers', 'bill-types'] as const;
export type ImportKind = (typeof importKinds)[number];

type StoredRecord = Readonly<Record<string, unknown>>;

/** What stacks call the tables that are imported into. */
type ImportedTable = 'locations' | 'capabilities' | 'billers';

/** How the lines of one kind become rows of its table. Keys are text here, whatever they are in the table. */
export interface RecordKind {
  readonly table: ImportedTable;
  /** From the value of a line to the record that is stored. */
  readonly record: z.ZodType<StoredRecord>;
  /** Key attribute of the table that tells the records of this kind apart. */
  readonly keyAttribute: string;
  /** Partition that the kind has to itself in a table that it shares. */
  readonly partition?: { readonly attribute: string; readonly value: string };
  /** Reads the key of a line that is bad in some other way. */
  readonly keyOfLine: z.ZodType<string>;
  readonly toKey: (text: string) => string | number;
}

const textKey = (field: string) =>
  z.object({ [field]: z.string().min(1) }).transform((line) => String(line[field]));

const numberKey = (field: string) => z.object({ [field]: z.int() }).transform((line) => String(line[field]));

const billing = (partition: string, record: z.ZodType<StoredRecord>): RecordKind => ({
  table: 'billers',
  record,
  keyAttribute: 'code',
  partition: { attribute: 'kind', value: partition },
  keyOfLine: textKey('code'),
  toKey: String,
});

/** Every kind that can be imported. */
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

/** The row's key in the table. */
export const tableKey = ({ keyAttribute, partition, toKey }: RecordKind, key: string) => ({
  ...(partition && { [partition.attribute]: partition.value }),
  [keyAttribute]: toKey(key),
});
