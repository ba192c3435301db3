import type { Neighbour } from '../../shared/domain/location/location-catalogue.ts';
import type { KeptPoint } from '../../shared/wire/locations-v2/kept-point.ts';
import { nearbyPointLength, writeNearbyPoint } from '../../shared/wire/locations-v2/nearby-point-bytes.ts';
import { writeBytes } from '../../shared/wire/write-bytes.ts';
import { pointsText } from './points-body.ts';

const ending = Buffer.from(']}');
const beginning = Buffer.from(pointsText([]).slice(0, -ending.length));
const separator = ','.charCodeAt(0);

type Neighbours = readonly Neighbour<KeptPoint>[];

const lengthOf = (neighbours: Neighbours): number => {
  const separators = Math.max(0, neighbours.length - 1);
  let length = beginning.length + separators + ending.length;
  for (const { body, distanceKm } of neighbours) length += nearbyPointLength(body, distanceKm);
  return length;
};

/**
 * The body `{"points":[...]}` of points with their distances, in UTF-8. A text put together from theirs would have to be
 * laid out in one piece first, and then be encoded, which takes twice as long as to copy the bytes of each.
 */
export const nearbyPointsBody = (neighbours: Neighbours): Uint8Array => {
  const body = Buffer.allocUnsafe(lengthOf(neighbours));
  let end = writeBytes(beginning, body, 0);
  let isFirst = true;
  for (const { body: point, distanceKm } of neighbours) {
    if (!isFirst) body[end++] = separator;
    isFirst = false;
    end = writeNearbyPoint(point, distanceKm, body, end);
  }
  writeBytes(ending, body, end);
  return body;
};
