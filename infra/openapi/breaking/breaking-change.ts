/** Something that clients of the former description may rely on, and that the next one does not keep. */
export interface BreakingChange {
  /** The operation and the place in it, such as `GET /workcentres, answer 200, workcentres[].id`. */
  readonly at: string;
  /** Such as `maximum: 100 became 50`. */
  readonly what: string;
}

/** Two versions of one thing. */
export interface Versions<T> {
  readonly former: T;
  readonly next: T;
}

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

/** What changed, in words: `format: none became "date"`. */
export const became = (name: string, { former, next }: Versions<unknown>): string =>
  `${name}: ${shown(former)} became ${shown(next)}`;

/** Each name that either has, once, with what it names. */
export const pairsOf = <T>({
  former,
  next,
}: Versions<Readonly<Record<string, T>>>): readonly (readonly [string, Versions<T | undefined>])[] =>
  [...new Set([...Object.keys(former), ...Object.keys(next)])].map((name) => [
    name,
    { former: former[name], next: next[name] },
  ]);
