import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { documentClient } from '../../shared/data-access/dynamodb-client.ts';
import { environmentVariable, setting } from '../../shared/data-access/environment.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';
import { readNetwork } from '../../shared/data-access/publishing/staging/network-tables.ts';
import { bulkLimits } from '../../shared/data-access/request-handler.ts';
import { s3Client } from '../../shared/data-access/s3-client.ts';
import type { PublicationResult } from '../../shared/domain/location/publication/publication.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { logger } from '../../shared/observability/logger.ts';
import { type PublicationOutcome, recordPublication } from '../../shared/observability/metrics.ts';
import { publicationTrigger } from './publication/publication-trigger.ts';
import { type PublisherPorts, runPublication } from './publication/run-publication.ts';

/**
 * This change was not published: another run is at it, which may have read the tables before, or an import has not come
 * to its end. The stream is to send it again.
 */
export class ChangeNotPublished extends Error {
  override readonly name = 'ChangeNotPublished';
}

/** How runs end that have published nothing of what is stored now. */
const leavesChanges: ReadonlySet<PublicationResult['status']> = new Set(['busy', 'held', 'superseded']);

/** Runs that found nothing to publish are not counted: they must not hide that the schedule has stopped. */
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

/** Whoever invoked the publisher gets an error's type and message alone, and is to learn what the store said. */
const saidByStore = (error: unknown): unknown => {
  if (!(error instanceof StoreUnavailable && error.cause instanceof Error)) return error;
  const { operation, cause } = error;
  return new StoreUnavailable(operation, { why: cause.message, cause });
};

/**
 * Publishes what the tables hold, as a request or the changes of a table ask for it, and measures how that went.
 * Throws ChangeNotPublished for changes that must come again, and what `runPublication` throws.
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

const wholeDays = z
  .string()
  .regex(/^\d{1,4}$/, 'a number of days')
  .transform(Number);

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

let publish: ReturnType<typeof publishLocations> | undefined;

/** Invoked by the schedule, by the tables' streams and by operators. Answers with a PublicationResult. */
export const handler = async (event: unknown): Promise<PublicationResult> => {
  publish ??= publisherFromEnvironment();
  return publish(event);
};
