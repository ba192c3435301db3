import * as z from 'zod';
import { publicationRequest } from '../../../shared/domain/location/publication.ts';
import type { RunRequest } from './run-publication.ts';

/** A batch of changes of a table. What they are does not matter: the tables are read as a whole. */
const changes = z
  .object({ Records: z.array(z.object({ eventSource: z.literal('aws:dynamodb') })).min(1) })
  .transform((): RunRequest => ({ reason: 'change', force: false, onlyChanges: true }));

const request = publicationRequest.transform(
  ({ reason = 'unnamed', force = false }): RunRequest => ({ reason, force, onlyChanges: false }),
);

/** What the publisher is invoked with: by the schedule and the operator a request, by a table's stream its changes. */
export const publicationTrigger = z.union([changes, request]);
