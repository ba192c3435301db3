import type { Location } from '../../shared/domain/location/location.ts';
import type { Neighbour } from '../../shared/domain/location/location-catalogue.ts';
import { pointLine } from '../../shared/wire/locations-v2/point-line.ts';
import * as wire from '../../shared/wire/locations-v2/point-text.ts';

export const pointText = (location: Location): string => wire.pointText(pointLine(location));
export const nearbyPointText = ({ body, distanceKm }: Neighbour): string =>
  wire.nearbyPointText(pointLine(body), distanceKm);
