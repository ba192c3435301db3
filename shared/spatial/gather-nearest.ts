import type { Bitmap } from './bitmap.ts';
import { lowestBit } from './bitmap.ts';
import { type BlockTree, showBlock, showPositions } from './block-tree.ts';
import { blockSize } from './blocks.ts';
import { squaredLineTo } from './boxes.ts';
import { type Candidates, makeRoom, trim } from './candidates.ts';
import { type SpacePoint, squaredChord } from './chord.ts';

/** Offers the places of a block that a word of the bitmap names, or all. */
const offerBlock = (
  tree: BlockTree,
  block: number,
  { x, y, z }: SpacePoint,
  candidates: Candidates,
  bits?: Bitmap,
): void => {
  const { places, points, shown } = tree;
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
    candidates.count = count;
    return;
  }
  const end = Math.min(places, start + blockSize);
  for (let position = start; position < end; position++) {
    const square = squaredChord(points, 3 * position, x, y, z);
    if (square > squaredReach) continue;
    keys[count] = square;
    companions[count++] = position;
  }
  candidates.count = count;
};

// One search at a time walks the tree: a stack of nodes still to be looked at, one a level at most.
const waiting = new Int32Array(64);
const coordinates = new Float64Array(3);

/**
 * Gathers the nearest of the tree, those of a bitmap where one is given. Goes down to the block nearest the centre
 * and back up, on each way down by one comparison a level, along the axis that sets the children apart; what is left
 * for later is measured against its box, which by then is mostly out of reach.
 */
export const gatherFromTree = (
  tree: BlockTree,
  centre: SpacePoint,
  candidates: Candidates,
  limit: number,
  bits?: Bitmap,
): void => {
  const { width, axes, cuts, boxes } = tree;
  const { x, y, z } = centre;
  coordinates[0] = x;
  coordinates[1] = y;
  coordinates[2] = z;
  let left = 0;
  waiting[left++] = 1;
  while (left > 0) {
    let node = waiting[--left] ?? 0;
    if (squaredLineTo(boxes, node, x, y, z) > candidates.squaredReach) continue;
    const { reach } = candidates;
    while (node < width) {
      const coordinate = coordinates[axes[node] ?? 0] ?? 0;
      const fromFirst = coordinate - (cuts[2 * node] ?? 0);
      const fromSecond = (cuts[2 * node + 1] ?? 0) - coordinate;
      node *= 2;
      if (fromFirst <= fromSecond) {
        if (fromSecond <= reach) waiting[left++] = node + 1;
      } else {
        if (fromFirst <= reach) waiting[left++] = node;
        node++;
      }
    }
    if (squaredLineTo(boxes, node, x, y, z) > candidates.squaredReach) continue;
    offerBlock(tree, node - width, centre, candidates, bits);
    if (candidates.count >= candidates.trimAt) trim(candidates, limit);
  }
};

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
