import * as z from 'zod/mini';
import { abbreviated, wordsOf } from '../text/words.ts';

/** Named place near which clients can search: a suburb with a postcode, and the position of its centre in degrees. */
export const place = z.object({
  /** Identity of the place: see placeCodeOf. */
  code: z.string().check(z.minLength(1)),
  suburb: z.string(),
  state: z.string(),
  postcode: z.string(),
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lon: z.number().check(z.minimum(-180), z.maximum(180)),
  /**
   * Importance, such as the number of addresses. Of several places with the same name, the one with the largest weight
   * comes first.
   */
  weight: z.int(),
});
export type Place = z.infer<typeof place>;

type PlaceName = Pick<Place, 'suburb' | 'state' | 'postcode'>;

/** Returns the displayed name of a place, which is unique. */
export const labelOf = ({ suburb, state, postcode }: PlaceName): string => `${suburb} ${state} ${postcode}`;

/**
 * Returns the words that identify a place. Labels that differ only in case, accents, punctuation or abbreviations have
 * the same code.
 */
export const placeCodeOf = ({ suburb, state, postcode }: PlaceName): string =>
  abbreviated([...wordsOf(suburb), ...stateWords(state), ...wordsOf(postcode)]).join(' ');

/** Normalised names of Australia's states, by code. */
const stateNames: ReadonlyMap<string, string> = new Map([
  ['act', 'australian capital territory'],
  ['nsw', 'new south wales'],
  ['nt', 'northern territory'],
  ['qld', 'queensland'],
  ['sa', 'south australia'],
  ['tas', 'tasmania'],
  ['vic', 'victoria'],
  ['wa', 'western australia'],
]);

const codeByName: ReadonlyMap<string, string> = new Map([...stateNames].map(([code, name]) => [name, code]));

/** Returns the code if the state is one of Australia's states, otherwise its normalised words. */
const stateWords = (state: string): string[] => {
  const words = wordsOf(state);
  const code = codeByName.get(words.join(' '));
  return code === undefined ? words : [code];
};

/** Normalises a state for comparison. Australian states become their codes in lower case. */
export const stateOf = (state: string): string => stateWords(state).join(' ');

export const isAustralianState = (state: string): boolean => stateNames.has(stateOf(state));

/** Splits a state off the end of the words; undefined if they do not end with a state. */
export const splitState = (
  words: readonly string[],
): { readonly words: readonly string[]; readonly state: string } | undefined => {
  for (const [code, name] of stateNames) {
    for (const form of [[code], name.split(' ')]) {
      const rest = words.slice(0, -form.length);
      if (words.slice(rest.length).join(' ') === form.join(' ')) return { words: rest, state: code };
    }
  }
  return undefined;
};
