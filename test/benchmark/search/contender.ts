import type { PlaceColumns, SearchArea } from '../../../shared/spatial/index.ts';

/** Places by number: what an index answers with. */
export type Found = ArrayLike<number>;

/** An index over places, or a server that has one, opened over the places that all of them are asked for. */
export interface Contender {
  readonly name: string;
  /** The first `limit` of the area, nearest first. */
  nearest(area: SearchArea, limit: number): Found | Promise<Found>;
  count(area: SearchArea): number | Promise<number>;
  /** Where what is found are not numbers of places but positions: the number of the place at each. */
  readonly placeAt?: ArrayLike<number>;
  /** Where a server says how long it took by itself, which leaves out the client and the way: microseconds. */
  readonly inServer?: {
    nearest(area: SearchArea, limit: number): Promise<number>;
    count(area: SearchArea): Promise<number>;
  };
  close?(): void | Promise<void>;
}

/** Builds an index; undefined where what it takes is not installed. */
export type OpenContender = (places: PlaceColumns) => Contender | Promise<Contender | undefined>;
