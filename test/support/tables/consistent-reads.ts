import type { EmbeddedTables, TableRole } from './embedded-tables.ts';

/** Tables that are read eventually: the last uses of keys are noted late anyway. */
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

/**
 * The tables, whose client from now on rejects each Get, BatchGet, Query and Scan that could miss what was just
 * written: the embedded engine is always consistent, so no test sees it otherwise. An index has no consistent reads. Not
 * for the directory of billers, whose reads are eventual.
 */
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
