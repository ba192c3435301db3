import Flatbush from 'flatbush';
import { within } from 'geoflatbush';
import { halfCircumferenceKm } from './great-circle.ts';
import type { Location } from './location.ts';
import type { SearchArea } from './location-catalogue.ts';

/** Finds what lies near a place without looking at the whole network. */
export interface SpatialIndex {
  /** All locations of the area in no order, and a few beyond its rim: the caller measures. */
  near(area: SearchArea): readonly Location[];
}

/**
 * The index compares cosines of angles, which are blind to less than about 0.1 m: at radius 0 it could miss a
 * location at the very centre. A metre more than asked outweighs that.
 */
const marginKm = 0.001;

/** Indexes the locations by where they are. */
export const buildSpatialIndex = (locations: readonly Location[]): SpatialIndex => {
  // A tree of nothing cannot be built.
  if (locations.length === 0) return { near: () => [] };

  const tree = new Flatbush(locations.length);
  for (const { coordinates } of locations) tree.add(coordinates.lon, coordinates.lat);
  tree.finish();

  return {
    near({ centre, radiusKm }) {
      const reachKm = radiusKm + marginKm;
      if (reachKm >= halfCircumferenceKm) return locations;
      const found: Location[] = [];
      for (const position of within(tree, centre.lon, centre.lat, reachKm)) {
        const location = locations[position];
        if (location) found.push(location);
      }
      return found;
    },
  };
};
