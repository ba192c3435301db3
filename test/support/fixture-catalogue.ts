import { capabilityRecord } from '../../shared/domain/capability/capability-record.ts';
import { buildLocationCatalogue } from '../../shared/domain/location/build-location-catalogue.ts';
import type {
  LocationCatalogue,
  PublishedCatalogue,
} from '../../shared/domain/location/location-catalogue.ts';
import { locationRecord } from '../../shared/domain/location/location-record.ts';
import { fixtureNetwork } from './fixture-network.ts';

/** The catalogue that an import of the fixture would publish. */
export const fixtureCatalogue = (): LocationCatalogue =>
  buildLocationCatalogue(
    'fixture',
    fixtureNetwork.locations.map((line) => locationRecord.parse(line)),
    fixtureNetwork.services.map((line) => capabilityRecord.parse(line)),
  );

/** A catalogue that is published and stays so. */
export const published = (catalogue: LocationCatalogue): PublishedCatalogue => ({
  current: async () => catalogue,
});
