import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { location } from '../../domain/location/location.ts';
import { recordKinds } from './record-kind.ts';
import { readStoredRecords } from './stored-records.ts';

/** Finds the service codes of locations that no imported service has. */
export interface ServiceCodeCheck {
  look(record: unknown): void;
  /** A sentence; undefined where all codes are known. */
  warning(): string | undefined;
}

const services = location.unwrap().pick({ services: true });

/** Names of codes that a warning lists; the rest are counted. */
const listed = 10;

const warningOf = (locationsByCode: ReadonlyMap<number, number>): string | undefined => {
  if (locationsByCode.size === 0) return undefined;
  const codes = [...locationsByCode].sort(([a], [b]) => a - b);
  const names = codes.slice(0, listed).map(([code, locations]) => `${code} (${locations} locations)`);
  const more = codes.length > listed ? ` and ${codes.length - listed} more` : '';
  return `${codes.length} service codes of locations are not among the imported services: ${names.join(', ')}${more}`;
};

export const serviceCodeCheck = async (
  client: DynamoDBDocumentClient,
  capabilitiesTable: string,
): Promise<ServiceCodeCheck> => {
  const known = new Set<number>();
  await readStoredRecords(client, capabilitiesTable, recordKinds.services, ({ key }) =>
    known.add(Number(key)),
  );
  const locationsByCode = new Map<number, number>();
  return {
    look(record) {
      const codes = new Set(services.parse(record).services.map(({ code }) => code));
      for (const code of codes)
        if (!known.has(code)) locationsByCode.set(code, (locationsByCode.get(code) ?? 0) + 1);
    },
    warning: () => warningOf(locationsByCode),
  };
};
