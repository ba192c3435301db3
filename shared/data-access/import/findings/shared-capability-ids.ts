import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../../domain/capability/capability.ts';
import { scanTable } from '../../table-scan.ts';
import type { ImportMode } from '../import-mode.ts';
import { findingName } from './finding-name.ts';

/** Check for services that have a `capability_id` in common, which version 3 then lists several times. */
export interface SharedCapabilityIds {
  look(record: unknown): void;
  /** Counts the stored service of a key as one that stays. */
  keep(key: string): void;
  /** Returns a sentence; undefined if every service has an id of its own. */
  warning(): string | undefined;
}

/** Import of services, and the table that it writes. */
export interface ServicesToCompare {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly mode: ImportMode;
}

/** Maximum number of services compared, or stored, far more than one answer can list; it bounds the memory. */
const mostCompared = 100_000;
/** Maximum number of ids that a warning names, and of service codes for each; the rest is counted. */
const mostListed = 10;

const identified = z.pick(capability, { serviceCode: true, capabilityId: true });

const listing = (items: readonly (string | number)[]): string => {
  const left = items.length - mostListed;
  return `${items.slice(0, mostListed).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
};

/** Ids of services by their codes. */
type IdsByCode = Map<number, string>;

const note = (ids: IdsByCode, code: number, id: string): void => {
  if (ids.has(code) || ids.size < mostCompared) ids.set(code, id);
};

const noteRecord = (ids: IdsByCode, record: unknown): void => {
  // A stored row that no import wrote may be anything; the publication tells of it.
  const { data } = identified.safeParse(record);
  if (data) note(ids, data.serviceCode, data.capabilityId);
};

const storedIds = async ({ client, tableName }: ServicesToCompare): Promise<IdsByCode> => {
  const stored: IdsByCode = new Map();
  const ids = { TableName: tableName, ProjectionExpression: 'serviceCode, capabilityId' };
  await scanTable(client, ids, (row) => noteRecord(stored, row));
  return stored;
};

/** An id with the codes of the services that have it. */
type SharedId = readonly [id: string, codes: readonly number[]];

const sharedAmong = (idsByCode: ReadonlyMap<number, string>): readonly SharedId[] => {
  // A scan gives rows in no order.
  const byCode = [...idsByCode].sort(([one], [other]) => one - other);
  return [...Map.groupBy(byCode, ([, id]) => id)]
    .filter(([, services]) => services.length > 1)
    .map(([id, services]) => [id, services.map(([code]) => code)]);
};

const sentence = (shared: readonly SharedId[]): string => {
  const named = shared.map(([id, codes]) => `${findingName(id)} (service codes ${listing(codes)})`);
  const begin =
    shared.length === 1
      ? '1 capability_id has several services, so that version 3 lists it several times'
      : `${shared.length} capability_ids have several services, so that version 3 lists them several times`;
  return `${begin}: ${listing(named)}`;
};

/**
 * Creates the check of an import of services. They are judged together with the stored services that stay: in a merge
 * all of them, in a replacement those that are kept. Throws errors of the SDK.
 */
export const sharedCapabilityIds = async (services: ServicesToCompare): Promise<SharedCapabilityIds> => {
  const stored = await storedIds(services);
  const compared: IdsByCode = services.mode === 'merge' ? stored : new Map();
  return {
    look: (record) => noteRecord(compared, record),
    keep(key) {
      const code = Number(key);
      const id = stored.get(code);
      if (id !== undefined) note(compared, code, id);
    },
    warning() {
      const shared = sharedAmong(compared);
      return shared.length > 0 ? sentence(shared) : undefined;
    },
  };
};
