/** Readings of all decoded values of a parameter, by the specifications and not by the product. */

/** Result of a reading if the values violate the contract. */
export const wrong = Symbol('wrong');
export type Wrong = typeof wrong;
export type Reading<T> = (values: readonly string[]) => T | Wrong;
type Read<T> = (text: string) => T | Wrong;

/** Accepts decimal digits with an optional minus sign, within bounds. */
export const integerWithin =
  (min: number, max: number): Read<number> =>
  (text) => {
    const value = /^-?[0-9]+$/.test(text) ? BigInt(text) : Number.NaN;
    return value >= min && value <= max ? Number(value) : wrong;
  };

/** Accepts a decimal number with an optional exponent, within bounds. */
export const numberWithin =
  (min: number, max: number): Read<number> =>
  (text) => {
    const value = /^-?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?$/i.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : wrong;
  };

export const oneOfThese =
  <T extends string>(...allowed: readonly T[]): Read<T> =>
  (text) =>
    allowed.find((each) => each === text) ?? wrong;

export const textUpTo =
  (longest: number): Read<string> =>
  (text) =>
    [...text].length <= longest ? text : wrong;

export const itemText = textUpTo(120);

export const trimBlanks = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');

/** Reads a comma-separated list of at most 100 items, none of them empty, ignoring blanks around commas. */
const listOf = <T>(text: string, item: Read<T>): ReadonlySet<T> | Wrong => {
  const items = text.split(',').map(trimBlanks);
  const read = new Set(items.map(item));
  return items.length > 100 || items.includes('') || !isRight(read) ? wrong : read;
};

const isRight = <T>(read: ReadonlySet<T | Wrong>): read is ReadonlySet<T> => !read.has(wrong);

/** Reads a parameter that may be given only once. An empty value counts as absent. */
export const single =
  <T>(read: Read<T>): Reading<T | undefined> =>
  ([first = '', ...others]) => {
    if (others.length > 0) return wrong;
    return first === '' ? undefined : read(first);
  };

/** Reads a comma-separated list that may be given only once. A blank list counts as absent. */
export const list = <T>(item: Read<T>): Reading<ReadonlySet<T> | undefined> =>
  single((text) => (trimBlanks(text) === '' ? undefined : listOf(text, item)));

/** The whole text, as sent and trimmed, also counts as a value, because it may contain commas. */
export const textList: Reading<ReadonlySet<string> | undefined> = (values) => {
  const texts = list(itemText)(values);
  if (typeof texts !== 'object') return texts;
  const [text = ''] = values;
  return new Set([...texts, ...[text, trimBlanks(text)].filter((whole) => itemText(whole) !== wrong)]);
};

/** Reads comma-separated lists in a parameter that may be given several times. */
export const repeatableList =
  <T>(item: Read<T>): Reading<ReadonlySet<T> | undefined> =>
  (values) => {
    const given = values.filter((value) => trimBlanks(value) !== '');
    return given.length === 0 ? undefined : listOf(given.join(','), item);
  };

export const inPath =
  <T>(read: Read<T>): Reading<T> =>
  ([text = '']) =>
    read(text);

export const listInPath = <T>(item: Read<T>): Reading<ReadonlySet<T>> => inPath((text) => listOf(text, item));
