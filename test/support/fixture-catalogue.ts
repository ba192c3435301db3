import { pointsView } from '../../functions/locations-v2/published-points.ts';
import { workCentresView } from '../../functions/locations-v3/published-work-centres.ts';
import type { CatalogueView } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { Capability } from '../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../shared/domain/capability/capability-record.ts';
import { buildLocationCatalogue } from '../../shared/domain/location/build-location-catalogue.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import type {
  LocationCatalogue,
  PublishedCatalogue,
} from '../../shared/domain/location/location-catalogue.ts';
import { locationRecord } from '../../shared/domain/location/location-record.ts';
import { fixtureNetwork } from './fixture-network.ts';

const fixture = () =>
  [
    'fixture',
    fixtureNetwork.locations.map((line) => locationRecord.parse(line)),
    fixtureNetwork.services.map((line) => capabilityRecord.parse(line)),
  ] as const;

/** The catalogue of the records that an import of the fixture would store. */
export const fixtureCatalogue = (): LocationCatalogue => buildLocationCatalogue(...fixture());

/** A catalogue that is published and stays so. */
const published = <Body>(catalogue: LocationCatalogue<Body>): PublishedCatalogue<Body> => ({
  current: async () => catalogue,
});

type Network = [version: string, locations: readonly Location[], capabilities: readonly Capability[]];

/** The catalogue of a network that a view of it would be published as, and read from. */
const catalogueOf = <Body>(
  { line, readLine }: CatalogueView<Body>,
  ...network: Network
): LocationCatalogue<Body> => buildLocationCatalogue(...network, (location) => readLine(line(location)));

/** What both locations services read of a network that is published and stays so. */
export const publishedViews = (...network: Network) => ({
  points: published(catalogueOf(pointsView, ...network)),
  workCentres: published(catalogueOf(workCentresView, ...network)),
});

/** The same of the fixture. */
export const fixtureViews = () => publishedViews(...fixture());
