import type { Place } from '../../../spatial/index.ts';

/** Grid cells along each axis; a cell is about 300 m. */
const steps = 2 ** 16;

/** Inserts a zero between the lower 16 bits. */
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
 * Returns the Morton code of a place on a plane of degrees, from 0 to 2^32 - 1. In its order most places are near their
 * neighbours, which suits storage but not distance searches.
 */
export const placeKey = ({ lat, lon }: Place): number =>
  (spread(stepOf(lon, 360)) | (spread(stepOf(lat, 180)) << 1)) >>> 0;
