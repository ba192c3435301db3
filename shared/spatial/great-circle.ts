import type { Place } from './place.ts';

/** Mean radius of the sphere that distances are reckoned on. */
const earthRadiusKm = 6371;
const radians = Math.PI / 180;

/** No two places are further apart. */
export const halfCircumferenceKm = Math.PI * earthRadiusKm;

// In floating point the cosine of 90 degrees is 6e-17: it would set the meridians apart that meet at a pole.
const cosineOfLatitude = (lat: number) => (Math.abs(lat) === 90 ? 0 : Math.cos(lat * radians));

const squaredSineOfHalf = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;

/**
 * Kilometres between two places by the haversine formula, unrounded and always finite. It is 0 between two names
 * of one place: longitudes 180 and -180, and any longitudes at a pole.
 */
export const greatCircleKm = (from: Place, to: Place): number => {
  const turn = Math.abs(from.lon - to.lon);
  const longitudes = turn > 180 ? 360 - turn : turn;
  const haversine =
    squaredSineOfHalf(from.lat - to.lat) +
    cosineOfLatitude(from.lat) * cosineOfLatitude(to.lat) * squaredSineOfHalf(longitudes);
  // Between antipodes rounding can carry it over 1, where the arc sine is not a number.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, haversine)));
};
