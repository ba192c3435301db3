import type { PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

interface KindOfItem {
  readonly table: keyof OperatedStack['tables'];
  /** All items of the table: some are of another kind. */
  readonly items: string;
  /** Whether imports write the table too. */
  readonly isImported?: true;
  /** Kind of published record in the table; absent if its items are not published. */
  readonly published?: PublishedKind;
  /** Whether the store removes expired items. Keys stay, because the audit trail refers to them. */
  readonly expires?: true;
}

const kinds = {
  enquiries: {
    table: 'enquiries',
    items: 'enquiries, and records of requests with an idempotency key',
    expires: true,
  },
  keys: { table: 'apiKeys', items: 'keys' },
  billers: { table: 'billers', items: 'billers and bill types', isImported: true },
  locations: { table: 'locations', items: 'locations', isImported: true, published: 'locations' },
  capabilities: { table: 'capabilities', items: 'services', isImported: true, published: 'services' },
} as const satisfies Record<string, KindOfItem>;

/** Contents of a table, as an operator calls them. */
export type RestoreKind = keyof typeof kinds;
export const kindsOfItem: Readonly<Record<RestoreKind, KindOfItem>> = kinds;
