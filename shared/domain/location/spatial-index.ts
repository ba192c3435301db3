import Flatbush from 'flatbush';
import { within } from 'geoflatbush';
import { halfCircumferenceKm } from '../../spatial/great-circle.ts';
import type { SearchArea } from './location-catalogue.ts';
import type { CoordinateColumns } from './location-columns.ts';
import { rowsUpTo } from './rows.ts';

/** Finds what lies near a place without looking at the whole network. */
export interface SpatialIndex {
  /** All rows of the area in no order, and a few beyond its rim: the caller measures. */
  near(area: SearchArea): ArrayLike<number>;
}

/**
 * The index compares cosines of angles, which are blind to less than about 0.1 m: at radius 0 it could miss a
 * location at the very centre. A metre more than asked outweighs that.
 */
const marginKm = 0.001;

/** The tree of the index as it is stored: empty for no rows, since a tree of nothing cannot be built. */
export const buildSpatialTree = ({ lat, lon }: CoordinateColumns): Uint8Array => {
  if (lat.length === 0) return new Uint8Array();
  const tree = new Flatbush(lat.length);
  for (const [row, degrees] of lat.entries()) tree.add(lon[row] ?? 0, degrees);
  tree.finish();
  return new Uint8Array(tree.data);
};

/** Bytes that should be a tree over a number of rows are none. */
export class UnreadableSpatialTree extends Error {
  override readonly name = 'UnreadableSpatialTree';
}

const readTree = (bytes: Uint8Array, rows: number): Flatbush => {
  let tree: Flatbush;
  try {
    // In a buffer of its own a tree that is cut off cannot be read on into what follows it.
    tree = Flatbush.from(bytes.slice().buffer);
  } catch (error) {
    throw new UnreadableSpatialTree('the tree cannot be read', { cause: error });
  }
  if (tree.numItems === rows) return tree;
  throw new UnreadableSpatialTree(`the tree is of ${tree.numItems} rows instead of ${rows}`);
};

/** The index over `rows` rows that a stored tree makes up. Throws UnreadableSpatialTree. */
export const openSpatialIndex = (bytes: Uint8Array, rows: number): SpatialIndex => {
  if (rows === 0) return { near: () => [] };
  const tree = readTree(bytes, rows);
  return {
    near({ centre, radiusKm }) {
      const reachKm = radiusKm + marginKm;
      if (reachKm >= halfCircumferenceKm) return rowsUpTo(rows);
      return within(tree, centre.lon, centre.lat, reachKm);
    },
  };
};
