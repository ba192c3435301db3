import type { Place } from '../../../shared/spatial/index.ts';
import type { Contender } from './contenders.ts';

/** A search that every contender does: for the nearest, or without `limit` for a total. */
export interface SearchKind {
  readonly name: string;
  readonly radiusKm: number;
  readonly limit?: number;
}

export const nearestFive: SearchKind = { name: 'nearest 5 in 50 km', radiusKm: 50, limit: 5 };
export const nearestMany: SearchKind = { name: 'limit 10,000 in 1000 km', radiusKm: 1_000, limit: 10_000 };
export const totalWithin: SearchKind = { name: 'total within 1000 km', radiusKm: 1_000 };

export const searchKinds: readonly SearchKind[] = [nearestFive, nearestMany, totalWithin];

/** Returns a function that does one kind of search around a centre. */
export const searchWith =
  ({ nearest, count }: Pick<Contender, 'nearest' | 'count'>, { radiusKm, limit }: SearchKind) =>
  (centre: Place) =>
    limit === undefined ? count({ centre, radiusKm }) : nearest({ centre, radiusKm }, limit);
