import * as z from 'zod';
import { publicationRequest } from '../../../shared/domain/location/publication/publication.ts';
import type { RunRequest } from './run-publication.ts';

const changeRecord = z.object({
  eventSource: z.literal('aws:dynamodb'),
  // Seconds of the epoch. Where that is missing or something else, the record is a change all the same.
  dynamodb: z.object({ ApproximateCreationDateTime: z.number().positive() }).optional().catch(undefined),
});

/** When the newest was made, in milliseconds of the epoch; undefined unless each of them says it. */
const newestOf = (records: readonly z.infer<typeof changeRecord>[]): number | undefined => {
  const seconds = records.flatMap(({ dynamodb }) => dynamodb?.ApproximateCreationDateTime ?? []);
  return seconds.length === records.length ? Math.max(...seconds) * 1_000 : undefined;
};

/** A batch of changes of a table. What they are does not matter: the tables are read as a whole. */
const changes = z.object({ Records: z.array(changeRecord).min(1) }).transform(
  ({ Records }): RunRequest => ({
    reason: 'change',
    force: false,
    onlyChanges: true,
    comesAgain: true,
    newestChange: newestOf(Records),
  }),
);

const request = publicationRequest.transform(
  ({ reason = 'unnamed', force = false, onlyChanges = false, mayLose }): RunRequest => ({
    reason,
    force,
    onlyChanges,
    mayLose,
    comesAgain: false,
  }),
);

/** What the publisher is invoked with: by the schedule and the operator a request, by a table's stream its changes. */
export const publicationTrigger = z.union([changes, request]);
