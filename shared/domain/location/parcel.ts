import * as z from 'zod/mini';

/** Maximum edge and girth in mm, and maximum weight in g, of parcels and of limits. */
export const maxEdge = 10_000;
export const maxGirth = 40_000;
export const maxWeight = 1_000_000;

const upTo = (max: number) => z.int().check(z.minimum(1), z.maximum(max));

/** Inclusive limits of the parcels that a location accepts. An absent limit is unknown. */
export const parcelLimits = z.object({
  /** Maximum edges in mm, longest first. */
  edges: z.optional(z.tuple([upTo(maxEdge), upTo(maxEdge), upTo(maxEdge)])),
  /** Limit in mm for twice the sum of a parcel's two shorter edges. */
  girth: z.optional(upTo(maxGirth)),
  /** Maximum weight in g. */
  weight: z.optional(upTo(maxWeight)),
});
export type ParcelLimits = z.infer<typeof parcelLimits>;

type Edges = NonNullable<ParcelLimits['edges']>;

/** A parcel: its edges in mm, longest first, and its weight in g. */
export interface Parcel {
  readonly edges: Edges;
  readonly weight?: number;
}

export const longestFirst = ([a, b, c]: Edges): Edges => {
  const longest = Math.max(a, b, c);
  const shortest = Math.min(a, b, c);
  return [longest, a + b + c - longest - shortest, shortest];
};

/** Girth of a parcel in mm: the circumference perpendicular to its longest edge. */
const girthOf = ({ edges: [, middle, shortest] }: Parcel): number => 2 * (middle + shortest);

/**
 * Whether a parcel fits. `UNKNOWN` means that no known limit is exceeded, but the edges or the weight have no known
 * limit.
 */
export const fits = ['YES', 'NO', 'UNKNOWN'] as const;
export type Fit = (typeof fits)[number];

/** Returns whether a parcel fits. It may be turned, so both lists of edges must be sorted. */
export const fitOf = (parcel: Parcel, { edges, girth, weight }: ParcelLimits): Fit => {
  const exceeds =
    edges?.some((limit, position) => (parcel.edges[position] ?? 0) > limit) ||
    (girth !== undefined && girthOf(parcel) > girth) ||
    (weight !== undefined && (parcel.weight ?? 0) > weight);
  if (exceeds) return 'NO';
  return edges && (weight !== undefined || parcel.weight === undefined) ? 'YES' : 'UNKNOWN';
};
