/**
 * Places stand in blocks of so many, the last one perhaps not full. A block is a leaf of the tree, and a word of a
 * bitmap of positions: 32 is what one word holds, and measured to be as quick as 16 for what lies nearest.
 */
export const blockSize = 32;

/** How many blocks so many places fill. */
export const blocksOf = (places: number): number => Math.ceil(places / blockSize);

/** The power of two that so many blocks fit into: the lowest row of a tree over them. */
export const treeWidth = (blocks: number): number => (blocks <= 1 ? 1 : 2 ** (32 - Math.clz32(blocks - 1)));
