import * as z from 'zod';
import type { PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** What a table holds, as an operator calls it. */
export const restoreKinds = ['enquiries', 'keys', 'billers', 'locations', 'capabilities'] as const;
export type RestoreKind = (typeof restoreKinds)[number];

interface KindOfItem {
  readonly table: keyof OperatedStack['tables'];
  /** What its items are, in words: not each is one of the kind. */
  readonly items: string;
  /** Whether imports write the table too. */
  readonly isImported: boolean;
  /** Kind of published record that the table holds; absent if its items are not published. */
  readonly published?: PublishedKind;
  /** Whether the store removes items when their time is over. Keys stay: who had them is asked afterwards. */
  readonly expires: boolean;
}

export const kindsOfItem: Readonly<Record<RestoreKind, KindOfItem>> = {
  enquiries: {
    table: 'enquiries',
    items: 'enquiries, and notes on requests that may be repeated',
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

const expiring = z.object({
  /** Epoch seconds. */
  expiresAt: z.number(),
});

/** Whether the time of an item is over, though the store may not have removed it yet. */
export const isOver = (item: unknown, now: Date): boolean => {
  const { data } = expiring.safeParse(item);
  return data !== undefined && data.expiresAt <= now.getTime() / 1_000;
};
