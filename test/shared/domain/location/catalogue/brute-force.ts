import type { Neighbour } from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { greatCircleKm, type SearchArea } from '../../../../../shared/spatial/index.ts';

const codeOrder = (one: Location, other: Location) => {
  const codes = [one.locationCode, other.locationCode];
  if (codes[0] === codes[1]) return 0;
  return codes.toSorted()[0] === codes[0] ? -1 : 1;
};

/** Returns the last record of each code, sorted by code, as a catalogue should have them. */
export const distinct = (network: readonly Location[]): Location[] =>
  network
    .filter(
      ({ locationCode }, position) =>
        !network.slice(position + 1).some((later) => later.locationCode === locationCode),
    )
    .toSorted(codeOrder);

export const allNeighbours = (network: readonly Location[], area: SearchArea): Neighbour[] =>
  network
    .map((location) => ({ location, distanceKm: greatCircleKm(area.centre, location.coordinates) }))
    .filter(({ distanceKm }) => distanceKm <= area.radiusKm)
    .sort(
      (one, other) => Math.sign(one.distanceKm - other.distanceKm) || codeOrder(one.location, other.location),
    );
