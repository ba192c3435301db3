import * as z from 'zod/mini';

const changeRecord = z.object({
  eventSource: z.literal('aws:dynamodb'),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.object({
    Keys: z.object({ id: z.object({ S: z.string() }) }),
    /** New image of the row; absent if it was removed. */
    NewImage: z.optional(z.unknown()),
  }),
});

/** A row that was inserted. */
export interface WrittenRow {
  readonly id: string;
  readonly image: unknown;
}

/** Stream records, reduced to inserted rows: an enquiry that is changed, closed or expired was announced before. */
const changes = z.pipe(
  z.object({ Records: z.array(changeRecord).check(z.minLength(1)) }),
  z.transform(({ Records }) => ({
    kind: 'changes' as const,
    written: Records.filter(({ eventName }) => eventName === 'INSERT').map(
      ({ dynamodb }): WrittenRow => ({ id: dynamodb.Keys.id.S, image: dynamodb.NewImage }),
    ),
  })),
);

/** Request of an operator to announce enquiries again. */
const request = z.pipe(
  z.strictObject({
    referenceNumbers: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(1_000)),
  }),
  z.transform(({ referenceNumbers }) => ({ kind: 'request' as const, referenceNumbers })),
);

/** Event of the announcer: a batch of the table's stream, or an operator's request. */
export const announcementTrigger = z.union([changes, request]);
