import { inJsonString } from '../json-in-string.ts';
import { utf8Of } from '../utf8-text.ts';
import { beforeDistance, distanceText, pointText } from './point-text.ts';

/**
 * Point in a catalogue: its line, and forms of it made on first use and kept as long as the line. Each function uses
 * one form alone.
 */
export interface KeptPoint {
  readonly line: string;
  /** JSON of the point, escaped as the content of a JSON string. */
  inString: string | undefined;
  /** UTF-8 of the point up to its distance, one character per byte. */
  nearbyUtf8: string | undefined;
}

/** Creates the point of a line. */
export const keptPoint = (line: string): KeptPoint => ({ line, inString: undefined, nearbyUtf8: undefined });

/** Returns the point's JSON, escaped as the content of a JSON string. */
export const pointInString = (point: KeptPoint): string => {
  point.inString ??= inJsonString(pointText(point.line));
  return point.inString;
};

/** Returns a NearbyPoint as JSON in UTF-8, one character per byte; `distanceKm` is great circle, unrounded. */
export const nearbyPointUtf8 = (point: KeptPoint, distanceKm: number): string => {
  point.nearbyUtf8 ??= utf8Of(point.line + beforeDistance);
  return point.nearbyUtf8 + distanceText(distanceKm);
};
