import * as z from 'zod';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** What a table holds, as an operator calls it. */
export const restoreKinds = ['enquiries', 'keys', 'billers', 'locations', 'capabilities'] as const;
export type RestoreKind = (typeof restoreKinds)[number];

interface KindOfItem {
  readonly table: keyof OperatedStack['tables'];
  /** Whether imports write the table too. */
  readonly isImported: boolean;
  /** Whether the store removes items when their time is over. Keys stay: who had them is asked afterwards. */
  readonly expires: boolean;
}

export const kindsOfItem: Readonly<Record<RestoreKind, KindOfItem>> = {
  enquiries: { table: 'enquiries', isImported: false, expires: true },
  keys: { table: 'apiKeys', isImported: false, expires: false },
  billers: { table: 'billers', isImported: true, expires: false },
  locations: { table: 'locations', isImported: true, expires: false },
  capabilities: { table: 'capabilities', isImported: true, expires: false },
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
