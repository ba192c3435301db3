import type { Manifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { NetworkReading } from '../../../shared/data-access/publishing/staging/network-tables.ts';
import { badRowsInWords, lossInWords } from '../../../shared/domain/location/publication/network.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';
import type { VersionRequest } from './version-request.ts';

type Refusal = Extract<PublicationResult, { status: 'refused' }>;

/** Losses that a run is allowed to publish. */
type Permission = Pick<VersionRequest, 'force' | 'mayLose'>;

/** The network that was read, and the former version. */
interface Succession {
  readonly reading: NetworkReading;
  readonly locations: number;
  readonly former: Manifest | undefined;
}

const refused = (why: string, { locations, former }: Omit<Succession, 'reading'>): Refusal => ({
  status: 'refused',
  why,
  locations,
  formerLocations: former?.counts.locations ?? 0,
});

const lostServices = (
  { capabilities }: NetworkReading,
  { counts, serviceCodes }: Manifest,
): string | undefined => {
  const there = new Set(capabilities.map(({ serviceCode }) => serviceCode));
  const gone = serviceCodes.filter((code) => !there.has(code)).length;
  return lossInWords({ kind: 'services', published: counts.capabilities, gone });
};

/** Checks the loss by count alone: at least as many locations are gone as the network has shrunk by. */
const lostLocationsAtLeast = (locations: number, { counts }: Manifest): string | undefined => {
  const published = counts.locations;
  const loss = lossInWords({ kind: 'locations', published, gone: published - locations });
  return loss && `at least ${loss}`;
};

/** Returns why the network is refused, as far as counts show it before the comparison with the former version. */
export const refusalOfRead = (
  { force, mayLose }: Permission,
  { reading, locations, former }: Succession,
): Refusal | undefined => {
  if (force) return undefined;
  const { capabilities, skippedRows } = reading;
  const why =
    (former && mayLose !== 'locations' ? lostLocationsAtLeast(locations, former) : undefined) ??
    (former && mayLose !== 'services' ? lostServices(reading, former) : undefined) ??
    badRowsInWords({ locations, capabilities: capabilities.length, skippedRows });
  return why === undefined ? undefined : refused(why, { locations, former });
};

/**
 * Returns why the compared network is refused: `removed` locations of the former version are gone, though others were
 * added.
 */
export const refusalOfCompared = (
  { force, mayLose }: Permission,
  { locations, former, removed }: Omit<Succession, 'reading'> & { readonly removed: number },
): Refusal | undefined => {
  if (force || mayLose === 'locations' || !former) return undefined;
  const why = lossInWords({ kind: 'locations', published: former.counts.locations, gone: removed });
  return why === undefined ? undefined : refused(why, { locations, former });
};
