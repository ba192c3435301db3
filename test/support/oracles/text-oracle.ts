import type { Location } from '../../../shared/domain/location/location.ts';
import type { FixtureLocation } from '../fixture/fixture-network.ts';
import { descriptionOf } from '../fixture/fixture-oracle.ts';

/** Oracle for searches by text and by place. It scans every record, and shares no code with the product. */

interface Name {
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
}

export interface SearchedRecord {
  readonly id: string;
  readonly type: string;
  readonly workCentreId: string;
  readonly name: string;
  readonly longName: string;
  readonly addresses: readonly (Name & { readonly lines: readonly string[]; readonly isStreet: boolean })[];
  readonly lat: number;
  readonly lon: number;
}

export const searchedLocation = (location: Location): SearchedRecord => ({
  id: location.locationCode,
  type: location.type,
  workCentreId: String(location.workCentreId),
  name: location.name ?? location.description,
  longName: location.longName ?? '',
  addresses: location.addresses.map((address) => ({
    ...address,
    lines: [address.addressLine1, address.addressLine2 ?? '', address.addressLine3 ?? ''],
    isStreet: address.type === 'STREET_ADDRESS',
  })),
  ...location.coordinates,
});

export const searchedFixture = (record: FixtureLocation): SearchedRecord => ({
  id: record.location_code,
  type: record.type,
  workCentreId: String(record.work_centre_id),
  name: record.name ?? descriptionOf(record),
  longName: record.long_name ?? '',
  addresses: record.addresses.map((address) => ({
    suburb: address.suburb ?? '',
    state: address.state ?? '',
    postcode: address.postcode ?? '',
    lines: [address.address_line_1, address.address_line_2 ?? '', address.address_line_3 ?? ''],
    isStreet: (address.type ?? 'STREET_ADDRESS') === 'STREET_ADDRESS',
  })),
  lat: record.lat,
  lon: record.lon,
});

/** Splits a text into words, letter by letter. The last word is empty if the text ends with a separator. */
const read = (text: string): string[] => {
  const words = [''];
  const letters = [...text].filter((letter) => !"'‘’ʼ`´ʹ′".includes(letter)).join('');
  for (const letter of letters.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (/\p{M}/u.test(letter) || letter === "'") continue;
    const last = words.length - 1;
    if (/[\p{L}\p{N}]/u.test(letter)) words[last] += letter === 'ς' ? 'σ' : letter;
    else if (words[last] !== '') words.push('');
  }
  return words;
};

/** Reads a text as typed so far. Unless it ends with a separator, its last word may go on. */
const typedIn = (text: string) => {
  const typed = read(text);
  const isComplete = typed.at(-1) === '';
  const words = typed.filter((word) => word !== '');
  const whole = words.join(' ');
  return {
    words,
    whole,
    /** Whether a name begins with the text. */
    begins: (name: string) => `${oracleWords(name).join(' ')} `.startsWith(isComplete ? `${whole} ` : whole),
    /** Whether one of these words is the typed word with this index, or may become it. */
    isAmong: (own: readonly string[], word: string, index: number) =>
      own.some(
        (each) => each === word || (index === words.length - 1 && !isComplete && each.startsWith(word)),
      ),
  };
};

export const oracleWords = (text: string): string[] => read(text).filter((word) => word !== '');

const pairs: readonly (readonly [string, string])[] = [
  ['st', 'street'],
  ['st', 'saint'],
  ['rd', 'road'],
  ['ave', 'avenue'],
  ['hwy', 'highway'],
  ['mt', 'mount'],
  ['nth', 'north'],
  ['sth', 'south'],
  ['ctr', 'centre'],
];

/** Returns the words by which a text can be found, including abbreviations and their full forms. */
const foundBy = (text: string): string[] => {
  const words = oracleWords(text);
  const also = words.flatMap((word) =>
    pairs.flatMap(([short, full]) => (word === short ? [full] : word === full ? [short] : [])),
  );
  if (words.includes('po')) also.push('post', 'office');
  if (` ${words.join(' ')} `.includes(' post office ')) also.push('po');
  return [...words, ...also];
};

/** Counts insertions, deletions, substitutions and transpositions of adjacent letters. */
const editsBetween = (one: string, other: string): number => {
  const [a, b] = [[...one], [...other]];
  const row = (count: number) => Array.from({ length: count + 1 }, (_, index) => index);
  const table = [row(b.length), ...a.map((_, index) => [index + 1, ...b.map(() => 0)])];
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const costs = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1])];
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) costs.push(at(i - 2, j - 2) + 1);
      const cells = table[i];
      if (cells) cells[j] = Math.min(...costs);
    }
  return at(a.length, b.length);
};

const isLongWord = (word: string) => [...word].length >= 5 && !/\p{N}/u.test(word);

const isMistypedAs = (typed: string, word: string): boolean =>
  [...typed][0] === [...word][0] && editsBetween(typed, word) === 1;

const typeOrder = ['PO', 'OS', 'UPL', 'DC', 'C_SPB', 'R_SPB'];

/** Returns the matching records, each with its rank. Lower ranks come first. */
export const textMatches = (records: readonly SearchedRecord[], text: string) => {
  const { words, whole, begins, isAmong } = typedIn(text);
  const wordsOfRecord = records.map(({ name, longName, addresses }) => {
    const ofAddresses = addresses.flatMap((each) => [...each.lines, each.suburb, each.state, each.postcode]);
    return [...new Set([name, longName, ...ofAddresses].flatMap(foundBy))];
  });
  const vocabulary = new Set(wordsOfRecord.flat());
  const isUnknown = (word: string) => ![...vocabulary].some((known) => known.startsWith(word));
  const mistyped = new Set(words.filter((word) => isLongWord(word) && isUnknown(word)));
  const corrections = new Map(
    [...mistyped].map((word) => [
      word,
      new Set([...vocabulary].filter((known) => isMistypedAs(word, known))),
    ]),
  );
  return records.flatMap((record, position) => {
    const own = wordsOfRecord[position] ?? [];
    const isFound = words.every((word, index) => {
      const corrected = corrections.get(word);
      return corrected ? own.some((each) => corrected.has(each)) : isAmong(own, word, index);
    });
    const id = text.trim();
    const isNamed = [id, id.toUpperCase()].includes(record.id) || record.workCentreId === id;
    if (!isFound && !isNamed) return [];
    const isPlace = ({ suburb, postcode }: Name) =>
      oracleWords(suburb).join(' ') === whole || postcode === whole;
    const relevance = () => {
      if (isNamed) return 1;
      if (mistyped.size > 0) return 5;
      if (begins(record.name)) return 2;
      return record.addresses.some(isPlace) ? 3 : 4;
    };
    return [{ record, order: 10 * relevance() + typeOrder.indexOf(record.type) }];
  });
};

export interface OraclePlace extends Name {
  readonly lat: number;
  readonly lon: number;
  readonly weight: number;
}

const label = ({ suburb, state, postcode }: Name) => `${suburb} ${state} ${postcode}`;

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Returns the places in the street addresses of the records. The spelling of a place must not vary. */
export const placesByAddress = (records: readonly SearchedRecord[]): OraclePlace[] => {
  const found = records.flatMap(({ addresses, lat, lon }) =>
    addresses.filter((each) => each.isStreet).map((each) => ({ ...each, lat, lon })),
  );
  const complete = found.filter(({ suburb, state, postcode }) => suburb && state && postcode);
  return [...Map.groupBy(complete, label).values()].flatMap((same) => {
    const [first] = same;
    const middle = (of: 'lat' | 'lon') =>
      same.map((each) => each[of]).sort((one, other) => one - other)[Math.ceil(same.length / 2) - 1] ?? 0;
    if (!first) return [];
    const { suburb, state, postcode } = first;
    return [{ suburb, state, postcode, lat: middle('lat'), lon: middle('lon'), weight: same.length }];
  });
};

/** Returns the places that match the text typed so far, in the order of the response. */
export const completedPlaces = (places: readonly OraclePlace[], text: string): OraclePlace[] => {
  const { words, begins, isAmong } = typedIn(text);
  const isFirst = ({ suburb, postcode }: Name) => Number(begins(suburb) || begins(postcode));
  return places
    .filter((place) => {
      const own = [place.suburb, place.state, place.postcode].flatMap(foundBy);
      return words.every((word, index) => isAmong(own, word, index));
    })
    .sort(
      (one, other) =>
        isFirst(other) - isFirst(one) || other.weight - one.weight || byText(label(one), label(other)),
    );
};

const states: Readonly<Record<string, string>> = {
  act: 'australian capital territory',
  nsw: 'new south wales',
  nt: 'northern territory',
  qld: 'queensland',
  sa: 'south australia',
  tas: 'tasmania',
  vic: 'victoria',
  wa: 'western australia',
};

/** Returns the most important place that a text names, or undefined if it names none. */
export const placeNamed = (places: readonly OraclePlace[], text: string): OraclePlace | undefined => {
  const words = oracleWords(text);
  const short = (word: string) => pairs.find(([, full]) => full === word)?.[0] ?? word;
  const isCalled = (suburb: string, typed: readonly string[], mayDiffer: boolean): boolean => {
    const own = oracleWords(suburb);
    const differing = typed.flatMap((word, index) =>
      short(own[index] ?? '') === short(word) ? [] : [index],
    );
    if (own.length !== typed.length) return false;
    const [index = 0, ...others] = differing;
    const word = typed[index] ?? '';
    if (!mayDiffer) return differing.length === 0;
    if (others.length > 0 || !isLongWord(word)) return false;
    const candidates = differing.length === 0 ? typed.filter(isLongWord) : [word];
    return candidates.some((each) =>
      foundBy(own[typed.indexOf(each)] ?? '').some((known) => isMistypedAs(each, known)),
    );
  };
  const best = (found: readonly OraclePlace[]) =>
    found.toSorted(
      (one, other) =>
        other.weight - one.weight ||
        byText(one.state, other.state) ||
        byText(one.suburb, other.suburb) ||
        byText(one.postcode, other.postcode),
    )[0];
  const ofPostcode =
    words.length === 1 ? best(places.filter(({ postcode }) => postcode === words[0])) : undefined;
  if (ofPostcode) return ofPostcode;
  // Every label that a completion shows leads to its place, also outside Australia.
  const shortened = (text: string) => oracleWords(text).map(short).join(' ');
  const labelled = best(places.filter((place) => shortened(label(place)) === shortened(text)));
  if (labelled) return labelled;
  const hasPostcode = /^[0-9]{4}$/.test(words.at(-1) ?? '');
  const rest = hasPostcode ? words.slice(0, -1) : words;
  const state = Object.entries(states).find(([code, name]) =>
    [code, name].some((form) => ` ${rest.join(' ')}`.endsWith(` ${form}`)),
  );
  const stateLength = state?.[0] === rest.at(-1) ? 1 : (state?.[1].split(' ').length ?? 0);
  const isIn = (place: OraclePlace) => state?.includes(oracleWords(place.state).join(' ')) ?? false;
  const isAt = ({ postcode }: OraclePlace) => !hasPostcode || postcode === words.at(-1);
  for (const mayDiffer of [false, true]) {
    const called = (typed: readonly string[], meets: (place: OraclePlace) => boolean) =>
      typed.length > 0
        ? best(places.filter((place) => isCalled(place.suburb, typed, mayDiffer) && meets(place)))
        : undefined;
    const found =
      called(words, () => true) ??
      called(rest, isAt) ??
      (state ? called(rest.slice(0, -stateLength), (place) => isAt(place) && isIn(place)) : undefined);
    if (found) return found;
  }
  return undefined;
};
