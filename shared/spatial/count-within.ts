import { type Bitmap, bitsBetween, lowestBit } from './bitmap.ts';
import { type BlockTree, showBlock, showPositions } from './block-tree.ts';
import { blockSize } from './blocks.ts';
import { squaredLineAcross, squaredLineTo } from './boxes.ts';
import { chordMargin, chordOf, kilometresAlong, pointOf, squaredChord } from './chord.ts';
import type { SearchArea } from './place.ts';

/** An area in space: what is nearer than the inner chord lies in it, and what is further than the outer one does not. */
const ringOf = ({ centre, radiusKm }: SearchArea) => {
  const chord = chordOf(radiusKm);
  const outer = chord + chordMargin;
  const inner = Math.max(0, chord - chordMargin);
  return { ...pointOf(centre), squaredOuter: outer * outer, squaredInner: inner * inner, radiusKm };
};

type Ring = ReturnType<typeof ringOf>;

/** The chord of this square belongs to a place in the area; only at the rim that calls for measuring. */
const reaches = (square: number, { squaredOuter, squaredInner, radiusKm }: Ring): boolean =>
  square <= squaredOuter && (square < squaredInner || kilometresAlong(square) <= radiusKm);

/** How many of these positions the area has, by looking at each. */
export const countAmongPositions = (tree: BlockTree, area: SearchArea, positions: Uint32Array): number => {
  const { points } = tree;
  showPositions(tree, positions);
  const ring = ringOf(area);
  const { x, y, z } = ring;
  let count = 0;
  for (let index = 0; index < positions.length; index++) {
    if (reaches(squaredChord(points, 3 * (positions[index] ?? 0), x, y, z), ring)) count++;
  }
  return count;
};

const countBlock = (tree: BlockTree, block: number, ring: Ring, bits?: Bitmap): number => {
  const { places, points, shown } = tree;
  if (shown[block] === 0) showBlock(tree, block);
  const { x, y, z } = ring;
  const start = block * blockSize;
  let count = 0;
  if (bits) {
    for (let rest = bits[block] ?? 0; rest !== 0; rest &= rest - 1) {
      if (reaches(squaredChord(points, 3 * (start + lowestBit(rest)), x, y, z), ring)) count++;
    }
    return count;
  }
  const end = 3 * Math.min(places, start + blockSize);
  for (let at = 3 * start; at < end; at += 3) {
    if (reaches(squaredChord(points, at, x, y, z), ring)) count++;
  }
  return count;
};

/** How many places a node has, or how many of them a bitmap names. */
const sizeOf = ({ places, width }: BlockTree, node: number, bits?: Bitmap): number => {
  const levels = Math.clz32(node) - Math.clz32(width);
  const start = (node << levels) - width;
  const end = start + (1 << levels);
  return bits
    ? bitsBetween(bits, start, Math.min(bits.length, end))
    : Math.min(places, end * blockSize) - start * blockSize;
};

// Two nodes a level at most wait to be looked at.
const waiting = new Int32Array(64);

/**
 * How many places the area has, or how many of them a bitmap names: nodes wholly inside it count as they are, those
 * wholly outside are left out, and only along its rim single places are looked at.
 */
export const countInTree = (tree: BlockTree, area: SearchArea, bits?: Bitmap): number => {
  const { boxes, width } = tree;
  const ring = ringOf(area);
  const { x, y, z, squaredOuter, squaredInner } = ring;
  let count = 0;
  let left = 0;
  waiting[left++] = 1;
  while (left > 0) {
    const node = waiting[--left] ?? 0;
    if (squaredLineTo(boxes, node, x, y, z) > squaredOuter) continue;
    if (squaredLineAcross(boxes, node, x, y, z) < squaredInner) count += sizeOf(tree, node, bits);
    else if (node >= width) count += countBlock(tree, node - width, ring, bits);
    else {
      waiting[left++] = 2 * node;
      waiting[left++] = 2 * node + 1;
    }
  }
  return count;
};
