import { inJsonString } from '../json-in-string.ts';
import { utf8Of } from '../utf8-text.ts';
import { beforeDistance, distanceText, pointText } from './point-text.ts';

/**
 * What a catalogue keeps of a point for those who show it: its line, and the forms that answers are put together from.
 * These are put here by the first who asks, and kept as long as the line. A function shows points in one form alone.
 */
export interface KeptPoint {
  readonly line: string;
  /** The point as it stands within a JSON string. */
  inString: string | undefined;
  /** The point up to its distance in UTF-8, a character for each byte. */
  nearbyUtf8: string | undefined;
}

/** The point of a line. */
export const keptPoint = (line: string): KeptPoint => ({ line, inString: undefined, nearbyUtf8: undefined });

/** The point as JSON, as that stands within a JSON string. */
export const pointInString = (point: KeptPoint): string => {
  point.inString ??= inJsonString(pointText(point.line));
  return point.inString;
};

/**
 * The point with its distance, great circle, unrounded: a NearbyPoint as JSON in UTF-8, a character for each byte.
 */
export const nearbyPointUtf8 = (point: KeptPoint, distanceKm: number): string => {
  point.nearbyUtf8 ??= utf8Of(point.line + beforeDistance);
  return point.nearbyUtf8 + distanceText(distanceKm);
};
