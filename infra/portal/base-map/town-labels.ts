export interface Town {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly population: number;
}

interface View {
  readonly width: number;
  readonly height: number;
  /** Returns the position of a town on the map in pixels. */
  readonly pointOf: (town: Town) => { readonly x: number; readonly y: number };
}

// Size in pixels of a label below its town: width of a letter, height of a line, and gap between labels.
const letterWidth = 7;
const lineHeight = 18;
const gap = 12;
const maxLabels = 40;

/** Returns the towns in view that have room for their names. `towns` must be sorted by population, largest first. */
export const townsWithRoom = (towns: readonly Town[], { width, height, pointOf }: View): readonly Town[] => {
  const labels: { readonly town: Town; readonly x: number; readonly y: number; readonly room: number }[] = [];
  for (const town of towns) {
    if (labels.length === maxLabels) break;
    const { x, y } = pointOf(town);
    const room = town.name.length * letterWidth + gap;
    const isInView = x >= 0 && x <= width && y >= 0 && y <= height;
    const isClearOf = (other: (typeof labels)[number]) =>
      Math.abs(y - other.y) > lineHeight + gap || Math.abs(x - other.x) > (room + other.room) / 2;
    if (isInView && labels.every(isClearOf)) labels.push({ town, x, y, room });
  }
  return labels.map(({ town }) => town);
};
