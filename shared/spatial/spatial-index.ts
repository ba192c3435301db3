import { type TreeShape, treeOver } from './block-tree.ts';
import { noCandidates, startOver } from './candidates.ts';
import { chordOf, pointOf } from './chord.ts';
import { countAmongPositions, countInTree } from './count-within.ts';
import { gatherFew, mostOfFew } from './gather-few.ts';
import { gatherFromPositions, gatherFromTree } from './gather-nearest.ts';
import { canMap, mapAround } from './local-map.ts';
import { type Nearest, nearestFirst } from './nearest-first.ts';
import { drawInToNodes } from './nearest-nodes.ts';
import type { PlaceColumns, SearchArea } from './place.ts';
import type { PositionSet } from './position-set.ts';

export type { Nearest } from './nearest-first.ts';

/** Finds and counts what lies near a place. Without `among`, all positions are asked. */
export interface SpatialIndex {
  /** The first `limit` of the area: by distance, those equally far by their rank. */
  nearest(area: SearchArea, limit: number, among?: PositionSet): Nearest;
  /** How many lie in the area. */
  count(area: SearchArea, among?: PositionSet): number;
}

/** Places in the order that `orderPlaces` gave them. */
export interface OrderedPlaces extends PlaceColumns {
  /** Which of two that are equally far comes first: the lower. */
  readonly rank: Uint32Array;
  /** The tree that `growTree` makes of them. */
  readonly tree: TreeShape;
}

/** So few of all are quicker looked at one by one than sought in the tree. */
const areFew = ({ size }: PositionSet, places: number) => 256 * size <= places;

/**
 * An index over places that do not change.
 *
 * Places are points on a sphere in space, where the straight line between two grows with the way along the ground:
 * so poles and the antimeridian are places like any other. A few neighbours within 50 km, away from both, are sought on
 * a flat map, which takes degrees as they are.
 * Blocks of 32 neighbours are the leaves of a k-d tree that is nothing but arrays; its shape follows from the order
 * of the places, and its boxes and cuts come with them. Boxes are in single precision and compared with a margin of
 * metres; what may count is then measured from its chord, as `greatCircleKm` does it, to the last bit.
 *
 * Points are worked out by the first search that reads their block on the sphere. All that takes 26 bytes a place beside
 * the columns given. The nearest few cost microseconds, which hardly grow with the
 * network; a count costs what lies along the rim of its area, some tens of microseconds at a million.
 */
export const openSpatialIndex = (places: OrderedPlaces): SpatialIndex => {
  const tree = treeOver(places, places.tree);
  const candidates = noCandidates();
  const none: Nearest = { positions: new Uint32Array(), distancesKm: new Float64Array() };
  return {
    nearest(area, limit, among) {
      const wanted = Math.min(limit, among?.size ?? tree.places);
      if (wanted <= 0) return none;
      startOver(candidates, wanted, chordOf(area.radiusKm));
      const centre = pointOf(area.centre);
      if (among && areFew(among, tree.places)) {
        gatherFromPositions(tree, centre, candidates, wanted, among.positions());
      } else {
        const bits = among?.bits();
        if (wanted <= mostOfFew && canMap(area.centre, candidates.reach)) {
          gatherFew({ tree, centre, candidates, limit: wanted, bits, map: mapAround(area.centre, centre) });
        } else {
          if (!among) drawInToNodes(tree, centre, candidates, wanted);
          gatherFromTree({ tree, centre, candidates, limit: wanted, bits });
        }
      }
      return nearestFirst(candidates, places.rank, area.radiusKm, wanted);
    },
    count(area, among) {
      return among && areFew(among, tree.places)
        ? countAmongPositions(tree, area, among.positions())
        : countInTree(tree, area, among?.bits());
    },
  };
};
