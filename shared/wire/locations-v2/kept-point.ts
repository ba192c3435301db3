import { inJsonString } from '../json-in-string.ts';
import { beforeDistance, pointText } from './point-text.ts';

/**
 * What a catalogue keeps of a point for those who show it: its line, and the forms that answers are put together from.
 * These are put here by the first who asks, and kept as long as the line. A function shows points in one form alone.
 */
export interface KeptPoint {
  readonly line: string;
  /** The point as it stands within a JSON string. */
  inString: string | undefined;
  /** The point in UTF-8, up to its distance. */
  nearbyBytes: Uint8Array | undefined;
}

/** The point of a line. */
export const keptPoint = (line: string): KeptPoint => ({ line, inString: undefined, nearbyBytes: undefined });

/** The point as JSON, as that stands within a JSON string. */
export const pointInString = (point: KeptPoint): string => {
  point.inString ??= inJsonString(pointText(point.line));
  return point.inString;
};

/** The point in UTF-8, up to its distance: to be copied, and never written to. */
export const nearbyBytesOf = (point: KeptPoint): Uint8Array => {
  point.nearbyBytes ??= Buffer.from(point.line + beforeDistance);
  return point.nearbyBytes;
};
