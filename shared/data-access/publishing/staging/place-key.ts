import type { Place } from '../../../spatial/index.ts';

/** So many steps of latitude, and of longitude: some 300 m each. */
const steps = 2 ** 16;

/** Puts a zero between any two of the lower 16 bits. */
const spread = (number: number): number => {
  let bits = number;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
};

const stepOf = (degrees: number, range: number): number =>
  Math.min(steps - 1, Math.max(0, Math.floor(((degrees + range / 2) / range) * steps)));

/**
 * A number from 0 to 2^32 - 1, in whose order most places stand near their neighbours: Morton's, on a plane of degrees.
 * Good for putting things away together, not for saying what is near.
 */
export const placeKey = ({ lat, lon }: Place): number =>
  (spread(stepOf(lon, 360)) | (spread(stepOf(lat, 180)) << 1)) >>> 0;
