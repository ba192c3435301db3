import { type OrderedPlaces, orderedPlaces } from '../../../spatial/index.ts';
import { type Attribute, type LocationFacets, perAttribute } from './location-attributes.ts';
import { type Postings, postingsBuilder } from './postings.ts';
import { type SortedTexts, sortedTextsBuilder } from './sorted-texts.ts';

/**
 * All that searches and look-ups ask of a network, without what is shown of it. A location's row is its place in the
 * spatial order, so that neighbours stand together; its rank is its place in the order of location codes. Each part
 * may be made only when it is first asked for, and throw where it is kept in a form that can turn out unreadable.
 */
export interface LocationColumns {
  /** How many locations there are. */
  readonly size: number;
  /** Degrees and ranks, by row. */
  places(): OrderedPlaces;
  /** Location codes, by rank. */
  codes(): SortedTexts;
  /** Which rows bear each value of the attribute. */
  postings(attribute: Attribute): Postings;
}

/** Takes one location after the other, in the order of their codes, each code once. */
export interface LocationColumnsBuilder {
  add(location: LocationFacets): void;
  finish(): LocationColumns;
}

/** Builds the columns of a network. */
export const locationColumnsBuilder = (): LocationColumnsBuilder => {
  const codes = sortedTextsBuilder();
  const lat: number[] = [];
  const lon: number[] = [];
  const builders = perAttribute((attribute) => ({ attribute, ...postingsBuilder() }));
  const all = Object.values(builders);
  return {
    add({ locationCode, coordinates, values }) {
      codes.add(locationCode);
      lat.push(coordinates.lat);
      lon.push(coordinates.lon);
      for (const { attribute, add } of all) add(values[attribute]);
    },
    finish() {
      const places = orderedPlaces({ lat: Float64Array.from(lat), lon: Float64Array.from(lon) });
      const { rank } = places;
      const texts = codes.finish();
      const postings = perAttribute((attribute) => builders[attribute].finish(rank));
      return {
        size: rank.length,
        places: () => places,
        codes: () => texts,
        postings: (attribute) => postings[attribute],
      };
    },
  };
};
