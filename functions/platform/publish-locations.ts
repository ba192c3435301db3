import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { readPortalKey } from '../../shared/data-access/access/portal-key.ts';
import { bulkLimits, documentClient, s3Client } from '../../shared/data-access/clients.ts';
import { batchPartition } from '../../shared/data-access/location-changes/override-table.ts';
import { typeBucket } from '../../shared/data-access/location-table.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';
import { readManifest } from '../../shared/data-access/publishing/manifest.ts';
import { networkTables } from '../../shared/data-access/publishing/network-tables.ts';
import { readSnapshot } from '../../shared/data-access/publishing/snapshot.ts';
import { digits, environmentVariable, jsonText, setting } from '../../shared/data-access/settings.ts';
import { unsetHolidays } from '../../shared/domain/holiday.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import { dayMilliseconds } from '../../shared/domain/location/hours/calendar.ts';
import { datesAt } from '../../shared/domain/location/service-dates.ts';
import {
  changeLimits,
  type PublicationResult,
  publicationRequest,
} from '../../shared/domain/publication/publication.ts';
import { type FigureName, writeFigures } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';
import { writeOutletPages } from './publication/outlet-pages.ts';
import { previousVersionReader } from './publication/previous-version.ts';
import type { PublisherPorts, RunRequest } from './publication/publish-version.ts';
import { reportFault } from './publication/report-fault.ts';
import { runPublication } from './publication/run-publication.ts';

/**
 * A change was not published, because an import is unfinished, or because another active run may have read the tables
 * before the change. The stream must redeliver it.
 */
export class ChangeNotPublished extends Error {
  override readonly name = 'ChangeNotPublished';
}

/** Maximum time in milliseconds that a run waits for another run. A full run takes about 10 s for 21,000 locations. */
const maxLeaseWait = 3 * 60_000;

/**
 * Publishes the tables for a request or a batch of changes, and records metrics. Throws ChangeNotPublished for changes
 * that must be redelivered, and the same errors as `runPublication`.
 */
export const publishLocations = (given: PublicationPorts) => {
  const ports = { ...given, readPrevious: previousVersionReader(given.bucket) };
  return async (event: unknown): Promise<PublicationResult | undefined> => {
    const { batches, ...request } = publicationTrigger.parse(event);
    if (request.changed && batches) {
      for (const code of await given.tables.codesOfBatches(batches)) request.changed.add(code);
      // A batch of manual changes that is still being written needs no run. A later record marks its end.
      if (request.changed.size === 0) return undefined;
    }
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1_000;
    try {
      const result = await runPublication(ports, request);
      const figures = figuresOf(result);
      if (figures) writeFigures({ ...figures, PublicationSeconds: seconds() }, {});
      if (!request.isForChange)
        await watchPortalKey(given).catch(reportFault('could not check whether the portal has a key'));
      if (request.reason === scheduled) {
        await watchHolidays(given).catch(
          reportFault('could not check whether outlets have hours for the next holidays'),
        );
        // They are not part of a version. If this run is busy, the other run may publish another version meanwhile.
        if (result.status !== 'busy')
          await keepOutletPages(given).catch(reportFault('the pages of outlets could not be written'));
      }
      logger.info('publication ended', { reason: request.reason, seconds: seconds(), ...result });
      if (request.isForChange && isUnpublished(result)) {
        throw new ChangeNotPublished(`the publication is ${result.status}`);
      }
      return result;
    } catch (error) {
      if (!(error instanceof ChangeNotPublished))
        writeFigures({ PublicationFailed: 1, PublicationSeconds: seconds() }, {});
      throw error;
    }
  };
};

interface PublicationPorts extends Omit<PublisherPorts, 'readPrevious'> {
  /** Origin of the portal if it has a page for each outlet; undefined if it has no such pages. */
  readonly outletsOrigin?: string | undefined;
}

/** Reason given for scheduled runs. */
const scheduled = 'schedule';

/** Writes the pages of outlets once a day. */
const keepOutletPages = async ({ bucket, now, outletsOrigin: origin }: PublicationPorts): Promise<void> => {
  const result = origin && (await writeOutletPages({ bucket, now, origin }));
  if (result) logger.info('outlet pages written', { ...result });
};

/** Records whether the portal's locator has a key. Called only for full runs, because only these are scheduled. */
const watchPortalKey = async ({ bucket }: PublicationPorts): Promise<void> =>
  writeFigures({ PortalKeyMissing: (await readPortalKey(bucket)) === undefined ? 1 : 0 }, {});

/** Outlets without hours for a holiday raise an alarm from this many days before it. */
const holidayNotice = 14;

/** Counts the published outlets that have no hours for an upcoming holiday. */
const watchHolidays = async ({ bucket, tables, now }: PublicationPorts): Promise<void> => {
  const time = now();
  // Includes two more days, because outlets in other time zones may have a different date.
  const near = (await tables.readHolidays()).filter(
    ({ date }) => Math.abs(Date.parse(date) - time) < (holidayNotice + 2) * dayMilliseconds,
  );
  // Most runs need not read the network.
  const reading = near.length > 0 ? await readManifest(bucket) : undefined;
  let missing = 0;
  if (reading?.kind === 'found') {
    const dateIn = datesAt(new Date(time));
    const { records } = await readSnapshot(bucket, reading.manifest);
    for await (const { text } of records())
      if (unsetHolidays(JSON.parse(text), near, dateIn, holidayNotice).length > 0) missing++;
  }
  writeFigures({ HolidayHoursMissing: missing }, {});
};

const changedLocation = z.object({
  bucket: z.object({ N: z.string() }),
  locationCode: z.object({ S: z.string() }),
});
const changedCapability = z.object({ serviceCode: z.object({ N: z.string() }) });
const changedByHand = z.object({ partition: z.object({ S: z.string() }), id: z.object({ S: z.string() }) });

const changedKey = z.union([changedLocation, changedCapability, changedByHand]);

/** Record from a table's stream. If its key is unknown, all rows are read. */
const changeRecord = z.object({
  eventSource: z.literal('aws:dynamodb'),
  dynamodb: z.catch(z.optional(z.object({ Keys: changedKey })), undefined),
});

/**
 * Returns the codes of changed locations, and the ids of changed batches if the records are from the table of manual
 * changes. Returns neither if a key is unknown, or if limits of a whole type changed.
 */
const changesIn = (records: readonly z.infer<typeof changeRecord>[]) => {
  const changed = new Set<string>();
  let batches: string[] | undefined;
  for (const { dynamodb } of records) {
    const key = dynamodb?.Keys;
    if (!key || ('bucket' in key && Number(key.bucket.N) === typeBucket)) return {};
    if ('locationCode' in key) changed.add(key.locationCode.S);
    if (!('partition' in key)) continue;
    batches ??= [];
    if (key.partition.S === batchPartition) batches.push(key.id.S);
  }
  return { changed, batches };
};

/** Request for a run. `changed` does not contain the locations of `batches`. */
interface Trigger extends RunRequest {
  readonly changed?: Set<string> | undefined;
  readonly batches?: readonly string[] | undefined;
}

/**
 * Event for the publisher: a batch from a table's stream, or a request from the schedule or an operator. Only the keys
 * of a batch are used, because the current rows are read from the tables.
 */
const publicationTrigger = z.union([
  z.pipe(
    z.object({ Records: z.array(changeRecord).check(z.minLength(1)) }),
    z.transform(
      ({ Records }): Trigger => ({
        reason: 'change',
        force: false,
        onlyChanges: true,
        isForChange: true,
        endRollback: false,
        ...changesIn(Records),
      }),
    ),
  ),
  z.pipe(
    publicationRequest,
    z.transform((request): Trigger => {
      const defaults = { reason: 'unnamed', force: false, onlyChanges: false, endRollback: false };
      const changed = request.changed && new Set(request.changed);
      return { ...defaults, ...request, changed, isForChange: false };
    }),
  ),
]);

/**
 * Whether some current content of the tables may still be unpublished after a run, so that the event must be
 * redelivered. A rollback needs no redelivery, because the publication that ends it reads all rows.
 */
const isUnpublished = (result: PublicationResult): boolean =>
  result.status === 'busy' ||
  (result.status === 'held' && result.kind !== 'rollback') ||
  result.status === 'superseded';

type PublicationFigure = Extract<FigureName, `Publication${string}` | 'LocationsPublished' | 'RowsLeftOut'>;

/**
 * Returns the metrics of a result. Runs that found nothing to publish, or published a few changes, are not counted, so
 * that the alarm for a stopped schedule stays meaningful.
 */
const figuresOf = (result: PublicationResult): Partial<Record<PublicationFigure, number>> | undefined => {
  const { status } = result;
  if (status === 'published' && result.full)
    return { PublicationSucceeded: 1, LocationsPublished: result.locations, RowsLeftOut: result.skippedRows };
  if (status === 'superseded') return { PublicationSucceeded: 1 };
  if (status === 'refused') return { PublicationRefused: 1 };
  if (status === 'held') return { PublicationHeld: 1 };
  return undefined;
};

const wholeDays = digits(/^\d{1,4}$/, 'must be a number of days');

const publisher = lazy(() => {
  const client = documentClient(bulkLimits);
  const table = (variable: string) => ({ client, tableName: environmentVariable(variable) });
  return publishLocations({
    bucket: sdkBucket(s3Client(bulkLimits), environmentVariable('PUBLISHED_BUCKET')),
    tables: networkTables(
      {
        locations: table('LOCATIONS_TABLE'),
        capabilities: table('CAPABILITIES_TABLE'),
        places: table('BILLERS_TABLE'),
        changes: table('LOCATION_CHANGES_TABLE'),
      },
      (row) => logger.error('row left out of the publication', { ...row }),
    ),
    now: Date.now,
    randomHex: () => randomBytes(3).toString('hex'),
    supersededVersionDays: setting('SUPERSEDED_VERSION_DAYS', wholeDays),
    changeLimits: setting('CHANGE_LIMITS', jsonText(changeLimits)),
    maxLeaseWait,
    outletsOrigin: process.env.OUTLETS_ORIGIN,
  });
});

/**
 * Lambda handler, invoked by the schedule, the tables' streams and operators. Returns a PublicationResult, or nothing
 * for changes that need no run.
 */
export const handler = async (event: unknown): Promise<PublicationResult | undefined> => publisher()(event);
