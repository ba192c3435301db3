import type { EmbeddedTables, TableRole } from './embedded-tables.ts';

/** Tables that are read with eventual consistency. A key's last use is recorded with a delay anyway. */
const readEventually: readonly TableRole[] = ['apiKeyUse'];

interface Reading {
  readonly TableName?: unknown;
  readonly IndexName?: unknown;
  readonly ConsistentRead?: unknown;
}

const batchReadings = (input: object): readonly Reading[] =>
  'RequestItems' in input && typeof input.RequestItems === 'object' && input.RequestItems !== null
    ? Object.entries(input.RequestItems).map(([TableName, request]) => ({ ...request, TableName }))
    : [];

const readingsOf: Readonly<Record<string, (input: object) => readonly Reading[]>> = {
  GetItemCommand: (input) => [input],
  QueryCommand: (input) => [input],
  ScanCommand: (input) => [input],
  BatchGetItemCommand: batchReadings,
};

/** Rejects each read that may be stale, which the embedded engine would hide. Not for billers, or for indexes. */
export const withConsistentReads = (embedded: EmbeddedTables): EmbeddedTables => {
  const exempt: ReadonlySet<unknown> = new Set(readEventually.map((role) => embedded.tables[role]));
  embedded.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        for (const { TableName, IndexName, ConsistentRead } of readingsOf[commandName]?.(args.input) ?? []) {
          if (IndexName !== undefined || exempt.has(TableName) || ConsistentRead === true) continue;
          throw new Error(`${commandName} of ${TableName} is not consistent`);
        }
        return next(args);
      },
    { step: 'initialize', name: 'consistentReads' },
  );
  return embedded;
};
