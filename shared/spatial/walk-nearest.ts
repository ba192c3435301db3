import type { Bitmap } from './bitmap.ts';
import type { BlockTree } from './block-tree.ts';
import { squaredLineTo } from './boxes.ts';
import type { Candidates } from './candidates.ts';
import type { SpacePoint } from './chord.ts';

/** A search for the nearest of a tree: for the first `limit`, those of a bitmap where one is given. */
export interface NearestSearch {
  readonly tree: BlockTree;
  readonly centre: SpacePoint;
  readonly candidates: Candidates;
  readonly limit: number;
  readonly bits: Bitmap | undefined;
}

// One search at a time walks the tree: a stack of nodes still to be looked at, one a level at most, and how far each
// is at least, along the axis that sets it apart from its sister.
const waiting = new Int32Array(64);
const gaps = new Float64Array(64);
const coordinates = new Float64Array(3);

/**
 * Offers the blocks within reach of a search, which draws its reach in meanwhile. Goes down to the block nearest the
 * centre and back up, on each way down by one comparison a level, along the axis that sets the children apart. What
 * was left for later is by then mostly out of reach: its gap says so without a look at the tree, or else its box.
 */
export const walkNearest = <Search extends NearestSearch>(
  search: Search,
  offer: (search: Search, block: number) => void,
): void => {
  const { tree, centre, candidates } = search;
  const { width, axes, cuts, boxes } = tree;
  const { x, y, z } = centre;
  coordinates[0] = x;
  coordinates[1] = y;
  coordinates[2] = z;
  waiting[0] = 1;
  gaps[0] = 0;
  let left = 1;
  while (left > 0) {
    left--;
    const { reach } = candidates;
    let node = waiting[left] ?? 0;
    if ((gaps[left] ?? 0) > reach) continue;
    if (squaredLineTo(boxes, node, x, y, z) > candidates.squaredReach) continue;
    while (node < width) {
      const coordinate = coordinates[axes[node] ?? 0] ?? 0;
      const fromFirst = coordinate - (cuts[2 * node] ?? 0);
      const fromSecond = (cuts[2 * node + 1] ?? 0) - coordinate;
      node = 2 * node + (fromFirst <= fromSecond ? 0 : 1);
      const gap = Math.max(fromFirst, fromSecond);
      waiting[left] = node ^ 1;
      gaps[left] = gap;
      if (gap <= reach) left++;
    }
    if (squaredLineTo(boxes, node, x, y, z) <= candidates.squaredReach) offer(search, node - width);
  }
};
