/** Readings of all decoded values of a parameter, by the specifications and not by the product. */

/** Result of a reading if the values violate the contract. */
export const wrong = Symbol('wrong');
export type Wrong = typeof wrong;
export type Reading<T> = (values: readonly string[]) => T | Wrong;

const isDigits = (text: string): boolean =>
  text !== '' && [...text].every((character) => '0123456789'.includes(character));

const unsigned = (text: string): string => (text.startsWith('-') ? text.slice(1) : text);

/** Accepts decimal digits with an optional minus sign, within bounds. */
export const integerWithin =
  (min: number, max: number) =>
  (text: string): number | Wrong => {
    if (!isDigits(unsigned(text))) return wrong;
    const value = BigInt(unsigned(text)) * (text.startsWith('-') ? -1n : 1n);
    return value >= min && value <= max ? Number(value) : wrong;
  };

/** Accepts a decimal number with an optional exponent, within bounds. */
export const numberWithin =
  (min: number, max: number) =>
  (text: string): number | Wrong => {
    const [mantissa = '', exponent = '0', ...more] = unsigned(text).toLowerCase().split('e');
    const [whole = '', fraction = '0', ...rest] = mantissa.split('.');
    const digits = exponent.startsWith('+') ? exponent.slice(1) : unsigned(exponent);
    if (more.length > 0 || rest.length > 0) return wrong;
    if (![whole, fraction, digits].every(isDigits)) return wrong;
    const value = Number(text);
    return value >= min && value <= max ? value : wrong;
  };

export const oneOfThese =
  <T extends string>(...allowed: readonly T[]) =>
  (text: string): T | Wrong =>
    allowed.find((each) => each === text) ?? wrong;

const lengthOf = (text: string): number => [...text].length;

export const itemText = (text: string): string | Wrong => (lengthOf(text) <= 120 ? text : wrong);

const most = 100;

const withoutBlanks = (text: string): string => text.match(/^[ \t]*([\s\S]*?)[ \t]*$/)?.[1] ?? text;

/** Reads a comma-separated list without empty items, ignoring blanks around commas. */
const listOf = <T>(text: string, item: (text: string) => T | Wrong): ReadonlySet<T> | Wrong => {
  const items = text.split(',').map(withoutBlanks);
  if (items.length > most || items.includes('')) return wrong;
  const read = new Set<T>();
  for (const each of items) {
    const value = item(each);
    if (value === wrong) return wrong;
    read.add(value);
  }
  return read;
};

/** Reads a parameter that may be given only once. An empty value counts as absent. */
export const single =
  <T>(read: (text: string) => T | Wrong): Reading<T | undefined> =>
  ([first = '', ...others]) => {
    if (others.length > 0) return wrong;
    return first === '' ? undefined : read(first);
  };

/** Reads a comma-separated list that may be given only once. A blank list counts as absent. */
const singleList =
  <T>(read: (text: string) => ReadonlySet<T> | Wrong): Reading<ReadonlySet<T> | undefined> =>
  (values) =>
    values.length === 1 && withoutBlanks(values[0] ?? '') === '' ? undefined : single(read)(values);

export const list = <T>(item: (text: string) => T | Wrong): Reading<ReadonlySet<T> | undefined> =>
  singleList((text) => listOf(text, item));

/** The whole text, as sent and trimmed, also counts as a value, because it may contain commas. */
export const textList: Reading<ReadonlySet<string> | undefined> = singleList((text) => {
  const texts = listOf(text, itemText);
  if (texts === wrong) return wrong;
  const wholes = [text, withoutBlanks(text)].map(itemText).filter((whole) => whole !== wrong);
  return new Set([...texts, ...wholes]);
});

/** Reads comma-separated lists in a parameter that may be given several times. */
export const repeatableList =
  <T>(item: (text: string) => T | Wrong): Reading<ReadonlySet<T> | undefined> =>
  (values) => {
    const given = values.filter((value) => withoutBlanks(value) !== '');
    return given.length === 0 ? undefined : listOf(given.join(','), item);
  };

export const inPath =
  <T>(read: (text: string) => T | Wrong): Reading<T> =>
  ([text = '']) =>
    read(text);

export const listInPath = <T>(item: (text: string) => T | Wrong): Reading<ReadonlySet<T>> =>
  inPath((text) => listOf(text, item));

export const textUpTo =
  (longest: number) =>
  (text: string): string | Wrong =>
    lengthOf(text) <= longest ? text : wrong;
