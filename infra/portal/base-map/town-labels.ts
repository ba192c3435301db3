/** Town that may be labelled. */
export interface LabelledTown {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly population: number;
}

/** Position on the map in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Town with its position. */
export interface TownLabel {
  readonly town: LabelledTown;
  readonly at: Point;
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly pointOf: (town: LabelledTown) => Point;
}

// Pixels that a label takes to the right of its town: of a letter, of a line, and between two labels.
const letterWidth = 7;
const lineHeight = 18;
const gap = 12;

const maxLabels = 40;

const widthOf = ({ town }: TownLabel): number => town.name.length * letterWidth + gap;

const isClearOf = (one: TownLabel, other: TownLabel): boolean =>
  Math.abs(one.at.y - other.at.y) > lineHeight + gap ||
  one.at.x > other.at.x + widthOf(other) ||
  other.at.x > one.at.x + widthOf(one);

/** Returns the towns in view that have room for their names. Towns come most populous first, and the larger one wins. */
export const townLabels = (
  towns: readonly LabelledTown[],
  { width, height, pointOf }: View,
): readonly TownLabel[] => {
  const labels: TownLabel[] = [];
  for (const town of towns) {
    if (labels.length === maxLabels) break;
    const label = { town, at: pointOf(town) };
    const { x, y } = label.at;
    if (x >= 0 && x <= width && y >= 0 && y <= height && labels.every((other) => isClearOf(label, other)))
      labels.push(label);
  }
  return labels;
};
