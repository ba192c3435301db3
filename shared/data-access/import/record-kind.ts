import * as z from 'zod';
import { billerRecord, billTypeRecord } from '../../domain/billing/biller-record.ts';
import { capabilityRecord } from '../../domain/capability/capability-record.ts';
import { locationRecord } from '../../domain/location/importing/location-record.ts';
import { locationKey } from '../location-table.ts';

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
  readonly record: z.ZodType<StoredRecord>;
  /** Key attribute of the table that distinguishes records of this kind. */
  readonly keyAttribute: string;
  /** Partition of this kind in a shared table. */
  readonly partition?: string;
  /** Schema that reads the key even of an otherwise bad line. */
  readonly keyOfLine: z.ZodType<string>;
  /** Builds the key of a row in the table. */
  readonly tableKey: (key: string) => Readonly<Record<string, string | number>>;
}

const textKey = (field: string) =>
  z.object({ [field]: z.string().min(1) }).transform((line) => String(line[field]));

const numberKey = (field: string) => z.object({ [field]: z.int() }).transform((line) => String(line[field]));

const billing = (partition: string, record: z.ZodType<StoredRecord>): RecordKind => ({
  table: 'billers',
  record,
  keyAttribute: 'code',
  partition,
  keyOfLine: textKey('code'),
  tableKey: (code) => ({ kind: partition, code }),
});

/** Kinds of record that can be imported. */
export const recordKinds: Readonly<Record<ImportKind, RecordKind>> = {
  locations: {
    table: 'locations',
    record: locationRecord,
    keyAttribute: 'locationCode',
    keyOfLine: textKey('location_code'),
    tableKey: (code) => ({ ...locationKey(code) }),
  },
  services: {
    table: 'capabilities',
    record: capabilityRecord,
    keyAttribute: 'serviceCode',
    keyOfLine: numberKey('service_code'),
    tableKey: (code) => ({ serviceCode: Number(code) }),
  },
  billers: billing('BILLER', billerRecord),
  'bill-types': billing('BILL_TYPE', billTypeRecord),
};
