/**
 * A balanced k-d tree over places, in arrays.
 *
 * Places are sorted so that neighbours are adjacent, and cut into blocks of 32. The blocks are the leaves of a complete
 * binary tree: the root is node 1, the children of node n are 2n and 2n + 1, and the leaves are the nodes from `width`
 * on, in the order of the blocks. The tree therefore needs no pointers, and the places of a node are a contiguous range
 * that can be computed from its number.
 */
import { selectLowest } from './sort.ts';
import { type PlaceColumns, pointsOf, writePoints } from './sphere.ts';

/** Number of places in a block; the last block may have fewer. A block is a leaf of the tree and a word of a bitmap. */
export const blockSize = 32;

const blocksOf = (places: number): number => Math.ceil(places / blockSize);

/** Returns the number of leaves for this number of blocks: the next power of two. Surplus leaves are empty. */
const treeWidth = (blocks: number): number => (blocks <= 1 ? 1 : 2 ** (32 - Math.clz32(blocks - 1)));

/** Places in the spatial order that `orderedPlaces` produces. An index in these columns is a place's position. */
export interface OrderedPlaces extends PlaceColumns {
  /** A unique number for each position. Of places at the same distance, the one with the lowest rank comes first. */
  readonly rank: Uint32Array;
  readonly tree: TreeShape;
}

/** The part of a tree that depends only on the places. It can be stored with them. */
export interface TreeShape {
  /** Number of leaves. */
  readonly width: number;
  /** The bounding box of each node: x, y and z of its centre, then half of its extent along x, y and z. */
  readonly boxes: Float32Array;
  /** For each inner node, the axis (0, 1, 2 for x, y, z) that separates its children best. */
  readonly axes: Uint8Array;
  /** For each inner node, two values along that axis: the end of its first child and the start of its second child. */
  readonly cuts: Float32Array;
}

/** A tree with the points of its places. */
export interface Tree extends TreeShape {
  readonly columns: PlaceColumns;
  /** Number of places. */
  readonly size: number;
  /** x, y and z of each place. Call `loadBlock` before you read them. */
  readonly points: Float64Array;
  /** 1 for each block whose points have been computed. */
  readonly isLoaded: Uint8Array;
}

/**
 * Sorts places into spatial order and builds their tree. The rank of each position is the index of its place in the
 * input, so that places at the same distance keep their order.
 */
export const orderedPlaces = (places: PlaceColumns): OrderedPlaces => {
  const rank = spatialOrder(places);
  const ordered = {
    lat: Float64Array.from(rank, (place) => places.lat[place] ?? 0),
    lon: Float64Array.from(rank, (place) => places.lon[place] ?? 0),
  };
  return { ...ordered, rank, tree: growTree(ordered) };
};

/**
 * Returns the place at each position, as its index in the columns. Places are split recursively, down to blocks, by a
 * plane perpendicular to the axis along which they extend furthest. The number of blocks in the first half is always a
 * power of two, so that the tree is complete and only the last block can be partly filled.
 */
const spatialOrder = (places: PlaceColumns): Uint32Array => {
  const count = places.lat.length;
  const points = pointsOf(places);
  const order = Uint32Array.from({ length: count }, (_, place) => place);
  const keys = new Float64Array(count);

  /** Sets the keys of a range to the coordinates along an axis, and returns their extent. */
  const readKeys = (axis: number, start: number, end: number): number => {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let index = start; index < end; index++) {
      const coordinate = points[3 * (order[index] ?? 0) + axis] ?? 0;
      keys[index] = coordinate;
      if (coordinate < min) min = coordinate;
      if (coordinate > max) max = coordinate;
    }
    return max - min;
  };

  const split = (start: number, end: number, capacity: number): void => {
    if (capacity <= blockSize) return;
    const middle = start + capacity / 2;
    if (middle < end) {
      const extents = [0, 1, 2].map((axis) => readKeys(axis, start, end));
      readKeys(extents.indexOf(Math.max(...extents)), start, end);
      selectLowest({ keys, values: order }, middle - start, start, end);
      split(middle, end, capacity / 2);
    }
    split(start, Math.min(middle, end), capacity / 2);
  };
  split(0, count, treeWidth(blocksOf(count)) * blockSize);
  return order;
};

/** Builds the tree over places in spatial order. With any other order, the tree is correct but slow to search. */
const growTree = (columns: PlaceColumns): TreeShape => {
  const size = columns.lat.length;
  const width = treeWidth(blocksOf(size));
  const corners: Corners = {
    min: new Float32Array(6 * width).fill(Number.POSITIVE_INFINITY),
    max: new Float32Array(6 * width).fill(Number.NEGATIVE_INFINITY),
  };
  const points = new Float64Array(3 * blockSize);
  for (let block = 0; block < blocksOf(size); block++) {
    const start = block * blockSize;
    const end = Math.min(size, start + blockSize);
    writePoints(columns, start, end, points, 0);
    encloseMany(corners, width + block, points, end - start);
  }
  const axes = new Uint8Array(width);
  const cuts = new Float32Array(2 * width);
  for (let node = width - 1; node >= 1; node--) {
    encloseChildren(corners, node);
    chooseCut(corners, node, axes, cuts);
  }
  return { width, boxes: boxesBetween(corners), axes, cuts };
};

/** Opposite corners of each node's bounding box: x, y and z. */
interface Corners {
  readonly min: Float32Array;
  readonly max: Float32Array;
}

const encloseMany = ({ min, max }: Corners, node: number, points: Float64Array, count: number): void => {
  for (let at = 0; at < 3 * count; at++) {
    const corner = 3 * node + (at % 3);
    const coordinate = points[at] ?? 0;
    min[corner] = Math.min(min[corner] ?? 0, coordinate);
    max[corner] = Math.max(max[corner] ?? 0, coordinate);
  }
};

const encloseChildren = ({ min, max }: Corners, node: number): void => {
  for (let corner = 3 * node, first = 6 * node; corner < 3 * node + 3; corner++, first++) {
    min[corner] = Math.min(min[first] ?? 0, min[first + 3] ?? 0);
    max[corner] = Math.max(max[first] ?? 0, max[first + 3] ?? 0);
  }
};

/** Chooses the axis along which the children of a node have the widest gap, or the smallest overlap. */
const chooseCut = ({ min, max }: Corners, node: number, axes: Uint8Array, cuts: Float32Array): void => {
  const first = 6 * node;
  const second = first + 3;
  let widest = Number.NEGATIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const gap = (min[second + axis] ?? 0) - (max[first + axis] ?? 0);
    if (gap < widest) continue;
    widest = gap;
    axes[node] = axis;
    cuts[2 * node] = max[first + axis] ?? 0;
    cuts[2 * node + 1] = min[second + axis] ?? 0;
  }
};

/** Converts corners to centres and half extents, which allow distances to be computed without branches. */
const boxesBetween = ({ min, max }: Corners): Float32Array => {
  const boxes = new Float32Array(2 * min.length);
  for (let corner = 0; corner < min.length; corner++) {
    const centre = corner + 3 * Math.floor(corner / 3);
    const low = min[corner] ?? 0;
    const high = max[corner] ?? 0;
    const isEmpty = low > high;
    boxes[centre] = isEmpty ? 0 : (low + high) / 2;
    // An empty box is infinitely far from everything.
    boxes[centre + 3] = isEmpty ? Number.NEGATIVE_INFINITY : (high - low) / 2;
  }
  return boxes;
};

/** Returns the squared distance from a point to the nearest point of a node's box, which is 0 inside the box. */
export const minSquaredDistance = (
  boxes: Float32Array,
  node: number,
  x: number,
  y: number,
  z: number,
): number => {
  const at = 6 * node;
  const dx = twiceIfPositive(Math.abs((boxes[at] ?? 0) - x) - (boxes[at + 3] ?? 0));
  const dy = twiceIfPositive(Math.abs((boxes[at + 1] ?? 0) - y) - (boxes[at + 4] ?? 0));
  const dz = twiceIfPositive(Math.abs((boxes[at + 2] ?? 0) - z) - (boxes[at + 5] ?? 0));
  return (dx * dx + dy * dy + dz * dz) / 4;
};

/** Returns 2 × max(length, 0) without a branch, which would often be mispredicted. */
const twiceIfPositive = (length: number) => length + Math.abs(length);

/** Returns the squared distance from a point to the furthest corner of a node's box. */
export const maxSquaredDistance = (
  boxes: Float32Array,
  node: number,
  x: number,
  y: number,
  z: number,
): number => {
  const at = 6 * node;
  const dx = Math.abs((boxes[at] ?? 0) - x) + (boxes[at + 3] ?? 0);
  const dy = Math.abs((boxes[at + 1] ?? 0) - y) + (boxes[at + 4] ?? 0);
  const dz = Math.abs((boxes[at + 2] ?? 0) - z) + (boxes[at + 5] ?? 0);
  return dx * dx + dy * dy + dz * dz;
};

export const openTree = (columns: PlaceColumns, shape: TreeShape): Tree => {
  const size = columns.lat.length;
  return {
    ...shape,
    columns,
    size,
    points: new Float64Array(3 * size),
    isLoaded: new Uint8Array(blocksOf(size)),
  };
};

/**
 * Computes the points of a block. Computing the points of all places in advance would take longer than the remainder of
 * the first search after a cold start. Callers check `isLoaded` themselves, because the compiler would otherwise inline
 * this function instead of the loops that follow.
 */
export const loadBlock = ({ columns, size, points, isLoaded }: Tree, block: number): void => {
  const start = block * blockSize;
  writePoints(columns, start, Math.min(size, start + blockSize), points, 3 * start);
  isLoaded[block] = 1;
};
