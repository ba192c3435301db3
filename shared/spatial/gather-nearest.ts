import { lowestBit } from './bitmap.ts';
import { type BlockTree, showBlock, showPositions } from './block-tree.ts';
import { blockSize } from './blocks.ts';
import { type Candidates, makeRoom, trim } from './candidates.ts';
import { type SpacePoint, squaredChord } from './chord.ts';
import { type NearestSearch, walkNearest } from './walk-nearest.ts';

/** Offers the places of a block by their chords. */
const offerBlock = ({ tree, centre, candidates, limit, bits }: NearestSearch, block: number): void => {
  const { places, points, shown } = tree;
  const { x, y, z } = centre;
  if (shown[block] === 0) showBlock(tree, block);
  makeRoom(candidates, blockSize);
  const { squaredReach, keys, companions } = candidates;
  let { count } = candidates;
  const start = block * blockSize;
  if (bits) {
    for (let rest = bits[block] ?? 0; rest !== 0; rest &= rest - 1) {
      const position = start + lowestBit(rest);
      const square = squaredChord(points, 3 * position, x, y, z);
      if (square > squaredReach) continue;
      keys[count] = square;
      companions[count++] = position;
    }
  } else {
    const end = Math.min(places, start + blockSize);
    for (let position = start; position < end; position++) {
      const square = squaredChord(points, 3 * position, x, y, z);
      if (square > squaredReach) continue;
      keys[count] = square;
      companions[count++] = position;
    }
  }
  candidates.count = count;
  if (count >= candidates.trimAt) trim(candidates, limit);
};

/** Gathers the nearest of the tree. */
export const gatherFromTree = (search: NearestSearch): void => walkNearest(search, offerBlock);

/** Gathers the nearest of these positions, by looking at each. */
export const gatherFromPositions = (
  tree: BlockTree,
  { x, y, z }: SpacePoint,
  candidates: Candidates,
  limit: number,
  positions: Uint32Array,
): void => {
  const { points } = tree;
  showPositions(tree, positions);
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? 0;
    const square = squaredChord(points, 3 * position, x, y, z);
    if (square > candidates.squaredReach) continue;
    makeRoom(candidates, 1);
    candidates.keys[candidates.count] = square;
    candidates.companions[candidates.count++] = position;
    if (candidates.count >= candidates.trimAt) trim(candidates, limit);
  }
};
