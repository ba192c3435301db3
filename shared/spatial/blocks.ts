/**
 * Places stand in blocks of so many, the last one perhaps not full. A block is a leaf of the tree and a word of a
 * bitmap of positions, which has 32 bits; for searches alone 16 were as quick.
 */
export const blockSize = 32;

/** How many blocks so many places fill. */
export const blocksOf = (places: number): number => Math.ceil(places / blockSize);

/** How many leaves a tree over so many blocks has: the power of two that they fit into. */
export const treeWidth = (blocks: number): number => (blocks <= 1 ? 1 : 2 ** (32 - Math.clz32(blocks - 1)));
