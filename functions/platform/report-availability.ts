import * as z from 'zod/mini';
import { updateOverlay } from '../../shared/data-access/availability/overlay-store.ts';
import { measureAvailability } from '../../shared/data-access/availability/published-availability.ts';
import { bulkLimits, s3Client } from '../../shared/data-access/clients.ts';
import { formatList } from '../../shared/data-access/importing/import-warnings.ts';
import type { Bucket } from '../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';
import {
  deployedSettings,
  publishedCatalogue,
} from '../../shared/data-access/publishing/published-catalogue.ts';
import { environmentVariable, jsonText } from '../../shared/data-access/settings.ts';
import {
  type Overlay,
  type OverlayEditor,
  OverlayFull,
  type ReceivedReports,
} from '../../shared/domain/availability/overlay.ts';
import { availabilityRecord } from '../../shared/domain/importing/availability-record.ts';
import { describeIssues } from '../../shared/domain/importing/import-field.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { writeFigures } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';

interface ReporterPorts {
  readonly published: Bucket;
  readonly catalogue: PublishedCatalogue;
  readonly now: () => Date;
}

/** Messages that SQS redelivers, and eventually moves to the dead-letter queue. */
export interface RejectedMessages {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/**
 * Adds the reports from a batch of events to the overlay in a single write. If an event has invalid rows, its valid
 * rows are still used, but the event is rejected, so that it is moved to the dead-letter queue. Throws
 * StoreUnavailable. The whole batch must then be redelivered, which is harmless.
 */
export const reportAvailability =
  ({ published, catalogue, now }: ReporterPorts) =>
  async (event: unknown): Promise<RejectedMessages> => {
    const messages = queueEvent.parse(event).Records.map(readMessage);
    const received = messages.flatMap(({ reports, ...each }) =>
      reports.length > 0 ? { ...each, reports } : [],
    );
    const rejected = new Set(messages.filter(({ isBad }) => isBad).map(({ messageId }) => messageId));
    if (received.length > 0) {
      const change = (editor: OverlayEditor) => received.filter((each) => !isAdded(editor, each));
      const { overlay, result: refused } = await updateOverlay(published, change, now);
      for (const { messageId } of refused) {
        logger.error('event rejected: too many locations would have a report', { messageId });
        rejected.add(messageId);
      }
      await compareWithNetwork(catalogue, overlay, received, now());
    }
    writeFigures({ AvailabilityEvents: messages.length, AvailabilityEventsRejected: rejected.size }, {});
    return { batchItemFailures: [...rejected].map((itemIdentifier) => ({ itemIdentifier })) };
  };

interface ReceivedMessage extends ReceivedReports {
  readonly messageId: string;
}

/** Adds all reports of a message. Returns false and adds none of them if the overlay would have too many rows. */
const isAdded = (editor: OverlayEditor, received: ReceivedMessage): boolean => {
  try {
    editor.add(received);
    return true;
  } catch (error) {
    if (error instanceof OverlayFull) return false;
    throw error;
  }
};

/**
 * Measures the share of locations that do not accept parcels, and logs reported locations that are not published. A
 * failure is only logged, because the reports are already stored.
 */
const compareWithNetwork = async (
  published: PublishedCatalogue,
  overlay: Overlay,
  received: readonly ReceivedMessage[],
  now: Date,
): Promise<void> => {
  try {
    const catalogue = await published.current();
    measureAvailability(catalogue, overlay, now);
    const codes = received.flatMap(({ reports }) => reports.map(({ location_code }) => location_code));
    const unpublished = [...new Set(codes)].filter((code) => !catalogue.has(code));
    if (unpublished.length > 0)
      logger.warn('reported locations are not published', { locations: formatList(unpublished) });
  } catch (error) {
    logger.error('the reports could not be compared with the network', { error });
  }
};

/** SQS event: a batch of messages, each with one event from the bus. */
const queueEvent = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      /** Epoch milliseconds. */
      attributes: z.object({
        SentTimestamp: z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)),
      }),
    }),
  ),
});

/** Maximum number of rows in an event. */
const maxRows = 100;

const availabilityReported = z.object({
  'detail-type': z.literal('AvailabilityReported'),
  time: z.iso.datetime({ offset: true }),
  detail: z.object({ rows: z.array(z.unknown()).check(z.minLength(1), z.maxLength(maxRows)) }),
});

/** Reads the valid rows of a message, and logs why the others are invalid. */
const readMessage = ({ messageId, body, attributes }: z.infer<typeof queueEvent>['Records'][number]) => {
  const { data: event, error } = z.safeParse(jsonText(availabilityReported), body);
  if (!event) {
    logger.error('event rejected', { messageId, reason: describeIssues(error) });
    return { messageId, receivedAt: new Date(attributes.SentTimestamp), reports: [], isBad: true };
  }
  // The rule sets an event's time to when the event reached the bus, in whole seconds. A message from the dead-letter
  // queue is received then, not when it is resent.
  const receivedAt = new Date(Math.min(attributes.SentTimestamp, Date.parse(event.time) + 999));
  const record = availabilityRecord({ receivedAt, replace: false });
  const parsed = event.detail.rows.map((row) => record.safeParse(row));
  const badRows = parsed.flatMap(({ error }, index) =>
    error ? [{ row: index + 1, reason: describeIssues(error) }] : [],
  );
  if (badRows.length > 0) logger.error('rows of an event rejected', { messageId, badRows });
  const reports = parsed.flatMap(({ data }) => data ?? []);
  return { messageId, receivedAt, reports, isBad: badRows.length > 0 };
};

const reporter = lazy(() =>
  reportAvailability({
    published: sdkBucket(s3Client(bulkLimits), environmentVariable('PUBLISHED_BUCKET')),
    catalogue: publishedCatalogue(deployedSettings()),
    now: () => new Date(),
  }),
);

/** Lambda handler, invoked by the queue of AvailabilityReported events. */
export const handler = async (event: unknown): Promise<RejectedMessages> => reporter()(event);
