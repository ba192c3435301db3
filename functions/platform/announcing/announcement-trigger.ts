import * as z from 'zod';

const changeRecord = z.object({
  eventSource: z.literal('aws:dynamodb'),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.object({
    Keys: z.object({ id: z.object({ S: z.string() }) }),
    /** Absent where a row was removed. */
    NewImage: z.unknown().optional(),
  }),
});

/** A row that was written and not there before. */
export interface WrittenRow {
  readonly id: string;
  readonly image: unknown;
}

/** Rows that are written anew. What is changed, closed or removed by its expiry was submitted before. */
const changes = z.object({ Records: z.array(changeRecord).min(1) }).transform(({ Records }) => ({
  kind: 'changes' as const,
  written: Records.filter(({ eventName }) => eventName === 'INSERT').map(
    ({ dynamodb }): WrittenRow => ({ id: dynamodb.Keys.id.S, image: dynamodb.NewImage }),
  ),
}));

/** An operator wants enquiries to be told of again. */
const request = z
  .strictObject({ referenceNumbers: z.array(z.string().min(1)).min(1).max(1_000) })
  .transform(({ referenceNumbers }) => ({ kind: 'request' as const, referenceNumbers }));

/** What the announcer is invoked with: by the table's stream, or by an operator. */
export const announcementTrigger = z.union([changes, request]);
