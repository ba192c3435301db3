import type { BlockTree } from './block-tree.ts';
import { blockSize } from './blocks.ts';
import { squaredLineAcross, squaredLineTo } from './boxes.ts';
import { type Candidates, drawIn, makeRoom, noCandidates, startOver, trim } from './candidates.ts';
import type { SpacePoint } from './chord.ts';
import { selectLowest } from './select-lowest.ts';

/** With so many nodes the area that they fill is little larger than that of the places asked for. */
const nodesWanted = 64;

/** Fewer places are sooner found than a bound for them. */
const manyPlaces = 32 * nodesWanted;

const waiting = new Int32Array(64);
const corners = noCandidates();

/** Gathers full nodes of one level of the tree, by the squares of the lines to their furthest corners. */
const gatherNodes = (
  { places, width, boxes }: BlockTree,
  { x, y, z }: SpacePoint,
  size: number,
  limit: number,
): void => {
  const level = (width * blockSize) / size;
  const full = level + Math.floor(places / size);
  let left = 0;
  waiting[left++] = 1;
  while (left > 0) {
    const node = waiting[--left] ?? 0;
    if (squaredLineTo(boxes, node, x, y, z) > corners.squaredReach) continue;
    if (node < level) {
      const first = 2 * node;
      const isFirstNearer = squaredLineTo(boxes, first, x, y, z) <= squaredLineTo(boxes, first + 1, x, y, z);
      waiting[left++] = isFirstNearer ? first + 1 : first;
      waiting[left++] = isFirstNearer ? first : first + 1;
      continue;
    }
    const across = squaredLineAcross(boxes, node, x, y, z);
    if (node >= full || across > corners.squaredReach) continue;
    makeRoom(corners, 1);
    corners.keys[corners.count++] = across;
    if (corners.count >= corners.trimAt) trim(corners, limit);
  }
};

/**
 * Where many places are asked for, finds how far the first `limit` can be at most, from nodes of the tree that hold
 * as many together: the search then need not find that out from places that are too far, a few thousand at a time.
 */
export const drawInToNodes = (
  tree: BlockTree,
  centre: SpacePoint,
  candidates: Candidates,
  limit: number,
): void => {
  if (limit < manyPlaces) return;
  const size = 2 ** Math.floor(Math.log2(limit / nodesWanted));
  const wanted = Math.ceil(limit / size);
  startOver(corners, wanted, candidates.reach);
  gatherNodes(tree, centre, size, wanted);
  if (corners.count < wanted) return;
  selectLowest(corners, wanted, 0, corners.count);
  drawIn(candidates, corners.keys[wanted - 1] ?? 0);
};
