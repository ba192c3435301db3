import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { documentClient } from '../../shared/data-access/dynamodb-client.ts';
import { environmentVariable, setting } from '../../shared/data-access/environment.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';
import { readNetwork } from '../../shared/data-access/publishing/staging/network-tables.ts';
import { bulkLimits } from '../../shared/data-access/request-handler.ts';
import { s3Client } from '../../shared/data-access/s3-client.ts';
import type { PublicationResult } from '../../shared/domain/location/publication/publication.ts';
import { madeOnce } from '../../shared/domain/made-once.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { logger } from '../../shared/observability/logger.ts';
import { type PublicationOutcome, recordPublication } from '../../shared/observability/metrics.ts';
import { publicationTrigger } from './publication/publication-trigger.ts';
import { type PublisherPorts, runPublication } from './publication/run-publication.ts';

/**
 * A change was not published: another run is at work, which may have read the tables before the change, or an import is
 * unfinished. The stream must deliver it again.
 */
export class ChangeNotPublished extends Error {
  override readonly name = 'ChangeNotPublished';
}

/** Results of runs that have not published what is stored now. */
const leavesChanges: ReadonlySet<PublicationResult['status']> = new Set(['busy', 'held', 'superseded']);

/**
 * Metric of each result. Runs that found nothing to publish are not counted, so that the alarm for a stopped schedule
 * stays meaningful.
 */
const outcomes = {
  published: 'Succeeded',
  unchanged: undefined,
  superseded: 'Succeeded',
  refused: 'Refused',
  held: 'Held',
  busy: undefined,
} satisfies Record<PublicationResult['status'], PublicationOutcome | undefined>;

const figuresOf = (result: PublicationResult) =>
  result.status === 'published' ? { locations: result.locations, rowsLeftOut: result.skippedRows } : {};

/** Adds the store's answer to the message, as Lambda returns only an error's type and message to the caller. */
const saidByStore = (error: unknown): unknown => {
  if (!(error instanceof StoreUnavailable && error.cause instanceof Error)) return error;
  const { operation, cause } = error;
  return new StoreUnavailable(operation, { why: cause.message, cause });
};

/**
 * Publishes the tables for a request or a batch of changes, and records metrics. Throws ChangeNotPublished for changes
 * that must be delivered again, and what `runPublication` throws.
 */
export const publishLocations =
  (ports: PublisherPorts) =>
  async (event: unknown): Promise<PublicationResult> => {
    const request = publicationTrigger.parse(event);
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1_000;
    try {
      const result = await runPublication(ports, request);
      const outcome = outcomes[result.status];
      if (outcome) recordPublication(outcome, { seconds: seconds(), ...figuresOf(result) });
      logger.info('publication ended', { reason: request.reason, seconds: seconds(), ...result });
      if (request.comesAgain && leavesChanges.has(result.status)) {
        throw new ChangeNotPublished(`the publication is ${result.status}`);
      }
      return result;
    } catch (error) {
      if (!(error instanceof ChangeNotPublished)) recordPublication('Failed', { seconds: seconds() });
      throw saidByStore(error);
    }
  };

const wholeDays = z.pipe(z.string().check(z.regex(/^\d{1,4}$/, 'a number of days')), z.transform(Number));

const publisherFromEnvironment = () => {
  const tables = {
    client: documentClient(bulkLimits),
    locationsTable: environmentVariable('LOCATIONS_TABLE'),
    capabilitiesTable: environmentVariable('CAPABILITIES_TABLE'),
    onBadRow: (row: object) => logger.error('row left out of the publication', { ...row }),
  };
  return publishLocations({
    bucket: sdkBucket(s3Client(bulkLimits), environmentVariable('PUBLISHED_BUCKET')),
    readNetwork: (take) => readNetwork(tables, take),
    now: Date.now,
    randomHex: () => randomBytes(3).toString('hex'),
    supersededVersionDays: setting('SUPERSEDED_VERSION_DAYS', wholeDays),
  });
};

const publisher = madeOnce(publisherFromEnvironment);

/** Lambda handler, invoked by the schedule, the tables' streams and operators. Returns a PublicationResult. */
export const handler = async (event: unknown): Promise<PublicationResult> => publisher()(event);
