import { blockSize, blocksOf, treeWidth } from './blocks.ts';
import { boxOfChildren, boxOfPoints, type Corners } from './boxes.ts';
import { writePoints } from './chord.ts';
import type { PlaceColumns } from './place.ts';

/**
 * A binary tree over the blocks: the root is node 1, the children of a node are twice its number and one more, and
 * its leaves are the nodes from `width` on, in the order of blocks, the last of them perhaps empty.
 */
export interface TreeShape {
  /** How many leaves. */
  readonly width: number;
  /** Around all places of a node, six values each: the middle, and half of the extent along each axis. */
  readonly boxes: Float32Array;
  /** The axis that sets the children of a node apart best. */
  readonly axes: Uint8Array;
  /** Two values a node, along that axis: where its first child ends and where its second one begins. */
  readonly cuts: Float32Array;
}

/** A tree, and the places that it is over. */
export interface BlockTree extends TreeShape {
  readonly places: number;
  /** x, y and z of each place, once its block was shown. */
  readonly points: Float64Array;
  /** Which blocks were: 1. Whoever reads points of one that was not calls `showBlock` before. */
  readonly shown: Uint8Array;
  readonly columns: PlaceColumns;
}

/** Chooses the axis along which the children of a node are furthest apart, or overlap least. */
const cut = ({ lowest, highest }: Corners, node: number, axes: Uint8Array, cuts: Float32Array): void => {
  const first = 6 * node;
  const second = first + 3;
  let widest = Number.NEGATIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const gap = (lowest[second + axis] ?? 0) - (highest[first + axis] ?? 0);
    if (gap < widest) continue;
    widest = gap;
    axes[node] = axis;
    cuts[2 * node] = highest[first + axis] ?? 0;
    cuts[2 * node + 1] = lowest[second + axis] ?? 0;
  }
};

const boxesBetween = ({ lowest, highest }: Corners): Float32Array => {
  const boxes = new Float32Array(2 * lowest.length);
  for (let from = 0; from < lowest.length; from++) {
    const to = from + 3 * Math.floor(from / 3);
    const isEmpty = (lowest[from] ?? 0) > (highest[from] ?? 0);
    boxes[to] = isEmpty ? 0 : ((lowest[from] ?? 0) + (highest[from] ?? 0)) / 2;
    // A box of nothing is far from everything.
    boxes[to + 3] = isEmpty ? Number.NEGATIVE_INFINITY : ((highest[from] ?? 0) - (lowest[from] ?? 0)) / 2;
  }
  return boxes;
};

/** The tree over places that stand in the order of `orderPlaces`. In another order it is as right, but slow. */
export const growTree = (columns: PlaceColumns): TreeShape => {
  const places = columns.lat.length;
  const width = treeWidth(blocksOf(places));
  const corners = {
    lowest: new Float32Array(6 * width).fill(Number.POSITIVE_INFINITY),
    highest: new Float32Array(6 * width).fill(Number.NEGATIVE_INFINITY),
  };
  const axes = new Uint8Array(width);
  const cuts = new Float32Array(2 * width);
  const points = new Float64Array(3 * blockSize);
  for (let block = 0; block < blocksOf(places); block++) {
    const start = block * blockSize;
    const end = Math.min(places, start + blockSize);
    writePoints(columns, start, end, points, 0);
    boxOfPoints(corners, width + block, points, end - start);
  }
  for (let node = width - 1; node >= 1; node--) {
    boxOfChildren(corners, node);
    cut(corners, node, axes, cuts);
  }
  return { width, boxes: boxesBetween(corners), axes, cuts };
};

/**
 * The tree of this shape over the places that it was grown of. A network has its shape ready-made where it was stored;
 * to work out the points of all places would take a fresh process longer than all the rest of its first search.
 */
export const treeOver = (columns: PlaceColumns, shape: TreeShape): BlockTree => {
  const places = columns.lat.length;
  return {
    ...shape,
    places,
    points: new Float64Array(3 * places),
    shown: new Uint8Array(blocksOf(places)),
    columns,
  };
};

/** Works out the points of a block. */
export const showBlock = ({ places, points, shown, columns }: BlockTree, block: number): void => {
  const start = block * blockSize;
  writePoints(columns, start, Math.min(places, start + blockSize), points, 3 * start);
  shown[block] = 1;
};

/** Works out the points of the blocks that these positions stand in. */
export const showPositions = (tree: BlockTree, positions: Uint32Array): void => {
  const { shown } = tree;
  for (let index = 0; index < positions.length; index++) {
    const block = Math.floor((positions[index] ?? 0) / blockSize);
    if (shown[block] === 0) showBlock(tree, block);
  }
};
