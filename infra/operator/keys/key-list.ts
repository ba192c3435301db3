import { textTable } from '../terminal/text-table.ts';
import type { KeyView } from './key-view.ts';

const headings = ['KEY ID', 'CLIENT', 'SCOPES', 'PLAN', 'STATUS', 'CREATED', 'EXPIRES', 'LAST USED'];

/** Notes of use are an hour apart: minutes would promise too much, and seconds crowd the line. */
const toTheMinute = (instant: string): string => instant.replace(/:\d\d\.\d+Z$/, 'Z');

/** The keys in their order, as a table for people. Never a secret. */
export const keyListText = (keys: readonly KeyView[]): string =>
  textTable(
    headings,
    keys.map(({ keyId, client, scopes, plan, sandbox, status, createdAt, expiresAt, lastUsedAt }) => [
      keyId,
      client,
      scopes.join(','),
      sandbox ? `${plan} (sandbox)` : plan,
      status,
      toTheMinute(createdAt),
      expiresAt === null ? 'never' : toTheMinute(expiresAt),
      lastUsedAt === null ? 'never' : toTheMinute(lastUsedAt),
    ]),
  );
