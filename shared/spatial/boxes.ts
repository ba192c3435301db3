/** Opposite corners of the boxes around nodes, x, y and z of each. */
export interface Corners {
  readonly lowest: Float32Array;
  readonly highest: Float32Array;
}

/** Sets the box of a node to hold the first `count` points. */
export const boxOfPoints = (
  { lowest, highest }: Corners,
  node: number,
  points: Float64Array,
  count: number,
): void => {
  for (let axis = 0; axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = axis; at < 3 * count; at += 3) {
      const coordinate = points[at] ?? 0;
      if (coordinate < least) least = coordinate;
      if (coordinate > most) most = coordinate;
    }
    lowest[3 * node + axis] = least;
    highest[3 * node + axis] = most;
  }
};

/** Sets the box of a node to hold those of its children. */
export const boxOfChildren = ({ lowest, highest }: Corners, node: number): void => {
  for (let corner = 3 * node, first = 6 * node; corner < 3 * node + 3; corner++, first++) {
    lowest[corner] = Math.min(lowest[first] ?? 0, lowest[first + 3] ?? 0);
    highest[corner] = Math.max(highest[first] ?? 0, highest[first + 3] ?? 0);
  }
};

/** Twice what is left of a length above nothing: a branch here would be one that processors guess wrong. */
const twiceAbove = (length: number) => length + Math.abs(length);

/** The square of the shortest line from a point to the box of a node. */
export const squaredLineTo = (boxes: Float32Array, node: number, x: number, y: number, z: number): number => {
  const at = 6 * node;
  const beyondX = twiceAbove(Math.abs((boxes[at] ?? 0) - x) - (boxes[at + 3] ?? 0));
  const beyondY = twiceAbove(Math.abs((boxes[at + 1] ?? 0) - y) - (boxes[at + 4] ?? 0));
  const beyondZ = twiceAbove(Math.abs((boxes[at + 2] ?? 0) - z) - (boxes[at + 5] ?? 0));
  return (beyondX * beyondX + beyondY * beyondY + beyondZ * beyondZ) / 4;
};

/** The square of the line from a point to the furthest corner of the box of a node. */
export const squaredLineAcross = (
  boxes: Float32Array,
  node: number,
  x: number,
  y: number,
  z: number,
): number => {
  const at = 6 * node;
  const acrossX = Math.abs((boxes[at] ?? 0) - x) + (boxes[at + 3] ?? 0);
  const acrossY = Math.abs((boxes[at + 1] ?? 0) - y) + (boxes[at + 4] ?? 0);
  const acrossZ = Math.abs((boxes[at + 2] ?? 0) - z) + (boxes[at + 5] ?? 0);
  return acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ;
};
