import type { EmbeddedTables } from './embedded-tables.ts';

interface Reading {
  readonly TableName?: unknown;
  readonly IndexName?: unknown;
  readonly ConsistentRead?: unknown;
}

const reads = ['GetItemCommand', 'QueryCommand', 'ScanCommand', 'BatchGetItemCommand'];

/** Rejects each read that may be stale, which the embedded engine would hide. Not for billers, or for indexes. */
export const withConsistentReads = (embedded: EmbeddedTables): EmbeddedTables => {
  // A key's last use is recorded with a delay anyway.
  const { apiKeyUse } = embedded.tables;
  embedded.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const one: Reading & { readonly RequestItems?: Record<string, Reading> } = args.input;
        const batch = Object.entries(one.RequestItems ?? {});
        const readings = one.RequestItems
          ? batch.map(([TableName, each]) => ({ ...each, TableName }))
          : [one];
        for (const { TableName, IndexName, ConsistentRead } of reads.includes(commandName) ? readings : []) {
          if (IndexName !== undefined || TableName === apiKeyUse || ConsistentRead === true) continue;
          throw new Error(`${commandName} of ${TableName} is not consistent`);
        }
        return next(args);
      },
    { step: 'initialize', name: 'consistentReads' },
  );
  return embedded;
};
