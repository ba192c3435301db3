import type { Manifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { NetworkReading } from '../../../shared/data-access/publishing/staging/network-tables.ts';
import { badRowsInWords, lossInWords } from '../../../shared/domain/location/publication/network.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';
import type { VersionRequest } from './version-request.ts';

type Refusal = Extract<PublicationResult, { status: 'refused' }>;

/** What a run publishes though it be implausible. */
type Permission = Pick<VersionRequest, 'force' | 'mayLose'>;

/** What was read, and what it is to follow. */
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
  const of = { kind: 'services', published: counts.capabilities } as const;
  const there = new Set(capabilities.map(({ serviceCode }) => serviceCode));
  if (serviceCodes)
    return lossInWords({ ...of, gone: serviceCodes.filter((code) => !there.has(code)).length });
  const loss = lossInWords({ ...of, gone: of.published - there.size });
  return loss && `at least ${loss}`;
};

/** No fewer are gone than there are less: a network of fewer need not be compared. */
const lostLocationsAtLeast = (locations: number, { counts }: Manifest): string | undefined => {
  const published = counts.locations;
  const loss = lossInWords({ kind: 'locations', published, gone: published - locations });
  return loss && `at least ${loss}`;
};

/** Why what was read is not published, as far as that shows before it is compared with the former version. */
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

/** Why it is not published after all: others have come in the place of `removed` locations of the former version. */
export const refusalOfCompared = (
  { force, mayLose }: Permission,
  { locations, former, removed }: Omit<Succession, 'reading'> & { readonly removed: number },
): Refusal | undefined => {
  if (force || mayLose === 'locations' || !former) return undefined;
  const why = lossInWords({ kind: 'locations', published: former.counts.locations, gone: removed });
  return why === undefined ? undefined : refused(why, { locations, former });
};
