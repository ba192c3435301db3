import type { Found } from '../state/locator-state.ts';
import type { Coordinates, Search } from './search.ts';

const degreesInWords = (degrees: number, positive: string, negative: string): string =>
  `${Math.abs(degrees).toFixed(3)}° ${degrees < 0 ? negative : positive}`;

/** `33.870° S, 151.210° E`. */
export const pointInWords = ({ lat, lon }: Coordinates): string =>
  `${degreesInWords(lat, 'N', 'S')}, ${degreesInWords(lon, 'E', 'W')}`;

/** A distance in kilometres as people say it: `350 m`, `2.4 km`, `120 km`. */
export const distanceInWords = (kilometres: number): string => {
  if (kilometres < 0.995) return `${Math.round(kilometres * 100) * 10} m`;
  return kilometres < 9.95 ? `${kilometres.toFixed(1)} km` : `${Math.round(kilometres)} km`;
};

const whole = new Intl.NumberFormat('en-AU');

/** `1 place`, `1,234 places`. */
const placesInWords = (count: number): string => `${whole.format(count)} ${count === 1 ? 'place' : 'places'}`;

const extentInWords = ({ where, radiusKm }: Search): string => {
  if (where?.by === 'postcode') {
    return `with postcode ${where.postcode}, nearest first from their middle: the median of their latitudes and longitudes`;
  }
  const around = where?.by === 'point' ? pointInWords(where.point) : (where?.code ?? '');
  return `within ${radiusKm} km of ${around}, nearest first`;
};

/** Names what of a postcode is too far away to be found; empty where nothing is. Begins with a space. */
export const straysInWords = (strays: readonly string[]): string =>
  strays.length === 0
    ? ''
    : ` ${placesInWords(strays.length)} of this postcode more than 1,000 km away: ${strays.join(', ')}. Are their coordinates right?`;

/** What was found, in a sentence; and what of a postcode was not. */
export const foundInWords = ({ search, total, workCentres, strays }: Found): string => {
  const shown = workCentres.length < total ? `, ${workCentres.length} of them shown` : '';
  return `${placesInWords(total)} ${extentInWords(search)}${shown}.${straysInWords(strays)}`;
};
