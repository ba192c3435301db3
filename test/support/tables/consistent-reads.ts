import type { EmbeddedTables } from './embedded-tables.ts';

interface Reading {
  readonly TableName?: unknown;
  readonly IndexName?: unknown;
  readonly ConsistentRead?: unknown;
}

const reads = ['GetItemCommand', 'QueryCommand', 'ScanCommand', 'BatchGetItemCommand'];

/** Returns the reads of a command, of which a batch has one for each table. */
const readingsOf = (input: object): readonly Reading[] =>
  'RequestItems' in input
    ? Object.entries(Object(input.RequestItems)).map(([TableName, each]) => ({ ...Object(each), TableName }))
    : [input];

/** Rejects each read that may be stale, which the embedded engine would hide. Not for billers, or for indexes. */
export const withConsistentReads = (embedded: EmbeddedTables): EmbeddedTables => {
  // A key's last use is recorded with a delay anyway.
  const { apiKeyUse } = embedded.tables;
  embedded.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const readings = reads.includes(commandName) ? readingsOf(args.input) : [];
        for (const { TableName, IndexName, ConsistentRead } of readings) {
          if (IndexName !== undefined || TableName === apiKeyUse || ConsistentRead === true) continue;
          throw new Error(`${commandName} of ${TableName} is not consistent`);
        }
        return next(args);
      },
    { step: 'initialize', name: 'consistentReads' },
  );
  return embedded;
};
