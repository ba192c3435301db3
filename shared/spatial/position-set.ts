/** Some of the positions of an index. */
export interface PositionSet {
  readonly size: number;
  has(position: number): boolean;
  /** Ascending. */
  positions(): Uint32Array;
}

/** The set of these positions, which ascend, out of `universe` in all. */
export const positionSet = (positions: Uint32Array, _universe: number): PositionSet => {
  const members = new Set(positions);
  return { size: positions.length, has: (position) => members.has(position), positions: () => positions };
};

/** What any of the sets holds. */
export const anyOf = (sets: readonly PositionSet[], universe: number): PositionSet =>
  positionSet(Uint32Array.from(new Set(sets.flatMap((set) => [...set.positions()]))).sort(), universe);

/** What all of the sets hold; there must be one at least. */
export const allOf = (sets: readonly [PositionSet, ...PositionSet[]], universe: number): PositionSet =>
  positionSet(
    sets[0].positions().filter((position) => sets.every((set) => set.has(position))),
    universe,
  );
