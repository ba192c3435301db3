import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { capability } from '../../../domain/capability/capability.ts';
import { scanTable } from '../../table-scan.ts';
import type { ImportMode } from '../import-mode.ts';
import { findingName } from './finding-name.ts';

/** Check for services that have a `capability_id` in common, which version 3 then lists several times. */
export interface SharedCapabilityIds {
  look(record: unknown): void;
  /** Returns a sentence; undefined if every service has an id of its own. */
  warning(): string | undefined;
}

/** Import of services, and the table that it writes. */
export interface ServicesToCompare {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly mode: ImportMode;
}

/** Maximum number of services compared, far more than one answer can list; it bounds the memory. */
const mostCompared = 100_000;
/** Maximum number of ids that a warning names, and of service codes for each; the rest is counted. */
const mostListed = 10;

const identified = capability.unwrap().pick({ serviceCode: true, capabilityId: true });

const listing = (items: readonly (string | number)[]): string => {
  const left = items.length - mostListed;
  return `${items.slice(0, mostListed).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
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
 * Creates the check of an import of services. A merge is judged together with the stored services that it keeps. Throws
 * errors of the SDK.
 */
export const sharedCapabilityIds = async (services: ServicesToCompare): Promise<SharedCapabilityIds> => {
  const { client, tableName, mode } = services;
  const idsByCode = new Map<number, string>();
  const look = (record: unknown) => {
    // A stored row that no import wrote may be anything; the publication tells of it.
    const { data } = identified.safeParse(record);
    if (data && (idsByCode.has(data.serviceCode) || idsByCode.size < mostCompared))
      idsByCode.set(data.serviceCode, data.capabilityId);
  };
  if (mode === 'merge')
    await scanTable(
      client,
      { TableName: tableName, ProjectionExpression: 'serviceCode, capabilityId' },
      look,
    );
  return {
    look,
    warning() {
      const shared = sharedAmong(idsByCode);
      return shared.length > 0 ? sentence(shared) : undefined;
    },
  };
};
