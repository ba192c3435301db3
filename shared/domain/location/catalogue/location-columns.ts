import { type OrderedPlaces, orderedPlaces } from '../../../spatial/index.ts';
import { type Attribute, type LocationFacets, perAttribute } from './location-attributes.ts';
import { type Postings, postingsBuilder } from './postings.ts';
import { type SortedTexts, sortedTextsBuilder } from './sorted-texts.ts';

/**
 * Indexes of a network for searches and look-ups, without bodies. A location's row is its position in spatial order, so
 * that neighbours are adjacent; its rank is its position in the order of location codes. Each part may be loaded on
 * first use, and throws if its stored form is unreadable.
 */
export interface LocationColumns {
  /** Number of locations. */
  readonly size: number;
  /** Coordinates in degrees, and ranks, by row. */
  places(): OrderedPlaces;
  /** Location codes, by rank. */
  codes(): SortedTexts;
  /** Rows by value of the attribute. */
  postings(attribute: Attribute): Postings;
}

/** Builder of columns. Add locations in the order of their codes, each code once. */
export interface LocationColumnsBuilder {
  add(location: LocationFacets): void;
  finish(): LocationColumns;
}

/** Creates a builder for the columns of a network. */
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
