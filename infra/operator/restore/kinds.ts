import type { PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** Contents of a table, as an operator calls them. */
export const restoreKinds = ['enquiries', 'keys', 'billers', 'locations', 'capabilities'] as const;
export type RestoreKind = (typeof restoreKinds)[number];

interface KindOfItem {
  readonly table: keyof OperatedStack['tables'];
  /** All items of the table: some are of another kind. */
  readonly items: string;
  /** Whether imports write the table too. */
  readonly isImported: boolean;
  /** Kind of published record in the table; absent if its items are not published. */
  readonly published?: PublishedKind;
  /** Whether the store removes expired items. Keys stay, because the audit trail refers to them. */
  readonly expires: boolean;
}

export const kindsOfItem: Readonly<Record<RestoreKind, KindOfItem>> = {
  enquiries: {
    table: 'enquiries',
    items: 'enquiries, and records of requests with an idempotency key',
    isImported: false,
    expires: true,
  },
  keys: { table: 'apiKeys', items: 'keys', isImported: false, expires: false },
  billers: { table: 'billers', items: 'billers and bill types', isImported: true, expires: false },
  locations: {
    table: 'locations',
    items: 'locations',
    isImported: true,
    published: 'locations',
    expires: false,
  },
  capabilities: {
    table: 'capabilities',
    items: 'services',
    isImported: true,
    published: 'services',
    expires: false,
  },
};
