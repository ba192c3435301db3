import { type Availability, openAvailability } from '../../domain/availability/availability.ts';
import type { Overlay } from '../../domain/availability/overlay.ts';
import { lazy } from '../../domain/lazy.ts';
import type { LocationCatalogue } from '../../domain/location/catalogue/catalogue.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { writeFigures } from '../../observability/figures.ts';
import { logger } from '../../observability/logger.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { objectReader, s3LocationFromEnvironment } from '../objects/object-reader.ts';
import { checkSeconds } from '../publishing/published-catalogue.ts';
import { type CheckSettings, refreshingCache } from '../publishing/refreshing-cache.ts';
import { environmentVariable, setting } from '../settings.ts';
import { readOverlay } from './overlay-store.ts';

export type PublishedAvailability = ReturnType<typeof publishedAvailability>;

interface Loaded {
  /** Absent if there is no overlay yet. */
  readonly overlay?: { readonly etag: string; readonly availability: Availability };
}

/** Maximum time by which a check may be late before requests wait for it. */
const maxGraceSeconds = 2;
/** Maximum time that a request waits for a check. It is short, because availability is optional in most responses. */
const maxWaitMilliseconds = 500;
/** Age of the last successful check after which the availability counts as lost. */
const maxAgeMilliseconds = 60_000;

/**
 * Creates a source that checks for a newer overlay in the background, from the first request for the availability. A
 * request waits only if the last successful check is too old, even after a failed check, unlike for the catalogue.
 */
export const publishedAvailability = (settings: ReadableBucket & Omit<CheckSettings, 'waits'>) => {
  const cache = refreshingCache<Loaded>({
    ...settings,
    waits: { first: maxWaitMilliseconds, newer: maxWaitMilliseconds, max: 20_000 },
    operation: 'reading the availability',
    async load(current) {
      const reading = await readOverlay(settings, current?.overlay?.etag);
      if (reading.kind === 'unchanged') return current ?? {};
      if (reading.kind === 'absent') return {};
      const { etag, overlay } = reading;
      return { overlay: { etag, availability: openAvailability(overlay, etag) } };
    },
  });
  const graceSeconds = Math.min(maxGraceSeconds, settings.checkSeconds);
  const maxUncheckedMilliseconds = (settings.checkSeconds + graceSeconds) * 1_000;
  return {
    /** Returns the newest; undefined before the first report. Throws StoreUnavailable if it is older than a minute. */
    async current(): Promise<Availability | undefined> {
      // A failure matters only if it makes the availability too old.
      await (cache.age() < maxUncheckedMilliseconds ? cache.get() : cache.refresh()).catch(() => {});
      if (cache.age() > maxAgeMilliseconds) throw new StoreUnavailable('availability: read');
      return cache.peek()?.overlay?.availability;
    },
  };
};

const deployed = lazy(() =>
  publishedAvailability({
    ...objectReader(s3LocationFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
    checkSeconds: setting('AVAILABILITY_CHECK_SECONDS', checkSeconds),
    now: Date.now,
    onFailure: (error) => logger.error('the availability could not be read', { error }),
  }),
);

/** Availability of this deployment, opened on first use, so that a handler can be imported without its settings. */
export const deployedAvailability = (): PublishedAvailability => ({ current: () => deployed().current() });

/** Writes a metric that an alarm watches: the share of the published network that does not accept parcels. */
export const measureAvailability = (catalogue: LocationCatalogue, overlay: Overlay, now: Date): void => {
  const selections = [openAvailability(overlay, '').accepting(now)];
  const { total } = catalogue.search({ filter: {}, selections, offset: 0, size: 0 });
  const share = catalogue.size === 0 ? 0 : 1 - total / catalogue.size;
  writeFigures({ NotAcceptingPercent: 100 * share }, {});
};
