/** Degrees. */
export interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Distances between lines that people find easy to count, in degrees. */
const spacings = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** How many lines fit a side of the map, at most. */
const mostLines = 6;

/** The narrowest spacing that draws few enough lines, degrees. */
export const graticuleSpacing = ({ west, east, south, north }: Bounds): number => {
  const widest = Math.max(east - west, north - south);
  return spacings.findLast((spacing) => widest / spacing <= mostLines) ?? 10;
};

/** The multiples of the spacing between two values, without the rounding of repeated addition. */
export const multiplesWithin = (from: number, to: number, spacing: number): readonly number[] => {
  const first = Math.ceil(from / spacing);
  const count = Math.max(0, Math.floor(to / spacing) - first + 1);
  return Array.from({ length: count }, (_, step) => Number(((first + step) * spacing).toFixed(3)));
};

/** `33.5° S`: a line's label. */
export const degreesLabel = (degrees: number, positive: string, negative: string): string => {
  if (degrees === 0) return '0°';
  return `${Math.abs(degrees)}° ${degrees < 0 ? negative : positive}`;
};
