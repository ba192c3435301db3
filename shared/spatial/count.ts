/**
 * Counts the places in an area exactly. Nodes entirely inside it are counted by their size, or by the bits set for
 * them, and nodes entirely outside are skipped. Places are examined one by one only along the rim.
 */
import { type Bitmap, countBits, lowestBit } from './position-set.ts';
import {
  chordMargin,
  kmToChord,
  pointOf,
  type SearchArea,
  squaredChord,
  squaredChordToKm,
} from './sphere.ts';
import { blockSize, loadBlock, maxSquaredDistance, minSquaredDistance, type Tree } from './tree.ts';

// Nodes to visit, at most two on each level.
const stack = new Int32Array(64);

/** Counts the places in an area. With `bits`, counts only places in that bitmap. */
export const countInTree = (tree: Tree, area: SearchArea, bits?: Bitmap): number => {
  const { boxes, width } = tree;
  const rim = rimOf(area);
  const { x, y, z, squaredInner, squaredOuter } = rim;
  let count = 0;
  let depth = 0;
  stack[depth++] = 1;
  while (depth > 0) {
    const node = stack[--depth] ?? 0;
    if (minSquaredDistance(boxes, node, x, y, z) > squaredOuter) continue;
    if (maxSquaredDistance(boxes, node, x, y, z) < squaredInner) count += countNode(tree, node, bits);
    else if (node >= width) count += countBlock(tree, node - width, rim, bits);
    else {
      stack[depth++] = 2 * node;
      stack[depth++] = 2 * node + 1;
    }
  }
  return count;
};

/** Returns an area's rim. Places within the inner chord are inside, and places beyond the outer chord are outside. */
const rimOf = ({ centre, radiusKm }: SearchArea) => {
  const chord = kmToChord(radiusKm);
  const inner = Math.max(0, chord - chordMargin);
  const outer = chord + chordMargin;
  return { ...pointOf(centre), squaredInner: inner * inner, squaredOuter: outer * outer, radiusKm };
};

type Rim = ReturnType<typeof rimOf>;

/** Whether a place at this squared chord is in the area. The exact distance is computed only for places on the rim. */
const isInside = ({ squaredInner, squaredOuter, radiusKm }: Rim, square: number): boolean =>
  square <= squaredOuter && (square < squaredInner || squaredChordToKm(square) <= radiusKm);

const countNode = ({ size, width }: Tree, node: number, bits?: Bitmap): number => {
  // A node `levels` above the leaves has 2 ** levels blocks.
  const levels = Math.clz32(node) - Math.clz32(width);
  const first = (node << levels) - width;
  const end = first + (1 << levels);
  if (bits) return countBits(bits, first, Math.min(bits.length, end));
  return Math.min(size, end * blockSize) - first * blockSize;
};

const countBlock = (tree: Tree, block: number, rim: Rim, bits?: Bitmap): number => {
  const { size, points, isLoaded } = tree;
  if (isLoaded[block] === 0) loadBlock(tree, block);
  const { x, y, z } = rim;
  const start = block * blockSize;
  let count = 0;
  if (bits) {
    for (let rest = bits[block] ?? 0; rest !== 0; rest &= rest - 1) {
      if (isInside(rim, squaredChord(points, 3 * (start + lowestBit(rest)), x, y, z))) count++;
    }
  } else {
    const end = Math.min(size, start + blockSize);
    for (let position = start; position < end; position++) {
      if (isInside(rim, squaredChord(points, 3 * position, x, y, z))) count++;
    }
  }
  return count;
};
