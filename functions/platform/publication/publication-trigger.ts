import * as z from 'zod/mini';
import { publicationRequest } from '../../../shared/domain/location/publication/publication.ts';
import type { RunRequest } from './run-publication.ts';

const changeRecord = z.object({
  eventSource: z.literal('aws:dynamodb'),
  // Epoch seconds. A record without a valid time still counts as a change.
  dynamodb: z.catch(
    z.optional(z.object({ ApproximateCreationDateTime: z.number().check(z.positive()) })),
    undefined,
  ),
});

/** Time of the newest record in epoch milliseconds; undefined unless every record has a time. */
const newestOf = (records: readonly z.infer<typeof changeRecord>[]): number | undefined => {
  const seconds = records.flatMap(({ dynamodb }) => dynamodb?.ApproximateCreationDateTime ?? []);
  return seconds.length === records.length ? Math.max(...seconds) * 1_000 : undefined;
};

/** A batch of a table's stream. Its contents do not matter: the tables are read as a whole. */
const changes = z.pipe(
  z.object({ Records: z.array(changeRecord).check(z.minLength(1)) }),
  z.transform(
    ({ Records }): RunRequest => ({
      reason: 'change',
      force: false,
      onlyChanges: true,
      comesAgain: true,
      newestChange: newestOf(Records),
    }),
  ),
);

const request = z.pipe(
  publicationRequest,
  z.transform(
    ({ reason = 'unnamed', force = false, onlyChanges = false, mayLose }): RunRequest => ({
      reason,
      force,
      onlyChanges,
      mayLose,
      comesAgain: false,
    }),
  ),
);

/** Event of the publisher: a request from the schedule or an operator, or a batch of a table's stream. */
export const publicationTrigger = z.union([changes, request]);
