import { kilometresLength, writeKilometres } from '../kilometres-bytes.ts';
import { writeBytes } from '../write-bytes.ts';
import { type KeptPoint, nearbyBytesOf } from './kept-point.ts';
import { closing } from './point-text.ts';

const ending = Buffer.from(closing);

/** How many bytes writeNearbyPoint writes. */
export const nearbyPointLength = (point: KeptPoint, distanceKm: number): number =>
  nearbyBytesOf(point).length + kilometresLength(distanceKm) + ending.length;

/**
 * Writes a point with its distance, great circle, unrounded, from `start` on, and says where it ends: a NearbyPoint as
 * JSON, in UTF-8.
 */
export const writeNearbyPoint = (
  point: KeptPoint,
  distanceKm: number,
  into: Uint8Array,
  start: number,
): number => {
  const bytes = nearbyBytesOf(point);
  into.set(bytes, start);
  return writeBytes(ending, into, writeKilometres(distanceKm, into, start + bytes.length));
};
