import { inJsonString } from '../json-in-string.ts';
import { pointText } from './point-text.ts';

/** What a catalogue keeps of a point for those who show it: its line. */
export interface KeptPoint {
  readonly line: string;
  /** The point as it stands within a JSON string: put here by the first who asks, and kept as long as the line. */
  inString: string | undefined;
}

/** The point of a line. */
export const keptPoint = (line: string): KeptPoint => ({ line, inString: undefined });

/** The point as JSON, as that stands within a JSON string. */
export const pointInString = (point: KeptPoint): string => {
  point.inString ??= inJsonString(pointText(point.line));
  return point.inString;
};
