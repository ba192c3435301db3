import { blockSize } from './blocks.ts';
import { dropBeyondReach, makeRoom } from './candidates.ts';
import { chordMargin, squaredChord, writePoints } from './chord.ts';
import { type LocalMap, writeSquares } from './local-map.ts';
import { fewKeys, insert } from './part-keys.ts';
import { type NearestSearch, walkNearest } from './walk-nearest.ts';

/** As many as are kept sorted while more come. */
export const mostOfFew = fewKeys;

interface SearchOnMap extends NearestSearch {
  readonly map: LocalMap;
}

const squares = new Float64Array(blockSize);

/**
 * Offers the places of a block by their lines on the map. Of the candidates the first `limit` stand sorted in front,
 * the others behind them in no order.
 */
const offerOnMap = ({ tree, map, candidates, limit, bits }: SearchOnMap, block: number): void => {
  const asked = bits ? (bits[block] ?? 0) : -1;
  if (asked === 0) return;
  const start = block * blockSize;
  const size = Math.min(tree.places - start, blockSize);
  writeSquares(map, tree.columns, start, size, squares);
  makeRoom(candidates, blockSize);
  const { keys, companions } = candidates;
  let { count, reach, squaredReach } = candidates;
  for (let index = 0; index < size; index++) {
    const square = squares[index] ?? 0;
    if (square > squaredReach || ((asked >>> index) & 1) === 0) continue;
    const free = count++;
    const last = Math.min(free, limit - 1);
    if (last < free && square >= (keys[last] ?? 0)) {
      keys[free] = square;
      companions[free] = start + index;
      continue;
    }
    keys[free] = keys[last] ?? 0;
    companions[free] = companions[last] ?? 0;
    insert(candidates, 0, last, square, start + index);
    if (count < limit) continue;
    reach = Math.min(reach, Math.sqrt(keys[limit - 1] ?? 0) + chordMargin);
    squaredReach = reach * reach;
  }
  candidates.count = count;
  candidates.reach = reach;
  candidates.squaredReach = squaredReach;
};

const point = new Float64Array(3);

/** Puts the squares of chords in place of those of lines on a map. */
const measureChords = ({ tree, centre, candidates }: NearestSearch): void => {
  const { keys, companions, count } = candidates;
  const { x, y, z } = centre;
  for (let index = 0; index < count; index++) {
    const position = companions[index] ?? 0;
    writePoints(tree.columns, position, position + 1, point, 0);
    keys[index] = squaredChord(point, 0, x, y, z);
  }
};

/**
 * Gathers few of the tree that lie on a map. Only what is found is measured on the sphere: of most places around the
 * sines are never worked out.
 */
export const gatherFew = (search: SearchOnMap): void => {
  walkNearest(search, offerOnMap);
  dropBeyondReach(search.candidates);
  measureChords(search);
};
