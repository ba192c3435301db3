import { afterAll, beforeAll } from 'vitest';
import { keyRepository } from '../../../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../../../shared/data-access/access/key-request.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

/** Starts tables for a test file. `keysAt` returns the repository at a time. */
export const keysUnderTest = () => {
  let embedded: EmbeddedTables;
  beforeAll(async () => {
    embedded = withConsistentReads(await startEmbeddedTables());
  });
  afterAll(() => embedded.close());
  return {
    embedded: () => embedded,
    keysAt: (instant: string) => keyRepository({ ...embedded, now: () => new Date(instant) }),
  };
};

/** Starts empty tables that close at the end of the scope. */
export const emptyTables = async () => {
  const tables = withConsistentReads(await startEmbeddedTables());
  return { ...tables, [Symbol.asyncDispose]: () => tables.close() };
};

export const ada = { by: 'ada@desk' };

export const request: KeyRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v2'],
  plan: 'partner',
  environment: 'test',
};

/** A lost connection, as the SDK's client reports it. */
export const connectionReset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
