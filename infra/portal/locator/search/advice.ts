import type { Failure } from '../api/search-failed.ts';
import type { Found } from '../state/locator-state.ts';
import { straysInWords } from './in-words.ts';
import { radiiKm } from './search.ts';

/** What helps a visitor who sees nothing. */
export type WayOut = 'enter key' | 'try again' | 'clear filters' | 'look further' | 'look around';

/** What went wrong in a sentence or two, and the ways out of it. */
export interface Advice {
  readonly text: string;
  readonly waysOut: readonly WayOut[];
}

const seconds = (count: number): string => `${count} ${count === 1 ? 'second' : 'seconds'}`;

/** Why there is no answer. `isOnline` is what the browser knows. */
export const adviceOnFailure = (failure: Failure, isOnline: boolean): Advice => {
  switch (failure.kind) {
    case 'no key':
      return { text: 'Searches need a key of the API. Enter yours to begin.', waysOut: ['enter key'] };
    case 'key refused':
      return {
        text: 'The API does not accept this key: it is mistyped, has expired or was revoked.',
        waysOut: ['enter key'],
      };
    case 'key out of scope':
      return {
        text: 'This key is not for searches of locations v3. Use another, or ask whoever issued it for the scope locations-v3.',
        waysOut: ['enter key'],
      };
    case 'throttled':
      return {
        text: `There were more requests with this key than its plan allows. Try again in ${seconds(failure.afterSeconds)}.`,
        waysOut: ['try again'],
      };
    case 'unknown code':
      return {
        text: `There is no place with the location code ${failure.code}. Look for a postcode of four digits, or choose a place on the map.`,
        waysOut: [],
      };
    case 'not served':
      return {
        text: 'The API cannot answer at the moment. Try again in a little while.',
        waysOut: ['try again'],
      };
    case 'unreachable':
      return {
        text: isOnline
          ? 'The API cannot be reached. It may be down, or something on the way keeps requests from it.'
          : 'This device is offline. The search is repeated once it is back.',
        waysOut: ['try again'],
      };
    case 'not found':
    case 'refused':
      return {
        text: `The API refuses this search${failure.kind === 'refused' ? `: ${failure.detail}` : ': it knows no such address.'}`,
        waysOut: ['clear filters'],
      };
    case 'unreadable':
      return {
        text: 'What was answered cannot be read. This page may be older than the API: load it anew.',
        waysOut: ['try again'],
      };
  }
};

/** What to do where nothing was found. */
export const adviceOnNothing = ({ search, centre, strays }: Found): Advice => {
  const isFiltered = search.types.length > 0 || search.service !== undefined;
  const clear: readonly WayOut[] = isFiltered ? ['clear filters'] : [];
  const { where } = search;
  if (where?.by === 'postcode') {
    return centre
      ? {
          text: isFiltered
            ? `No place with postcode ${where.postcode} is of this kind or offers this service.${straysInWords(strays)}`
            : straysInWords(strays).trim(),
          waysOut: ['look around', ...clear],
        }
      : {
          text: `No place has the postcode ${where.postcode}. Try one beside it, or choose a point on the map.`,
          waysOut: [],
        };
  }
  const isFurthest = search.radiusKm === radiiKm.at(-1);
  return {
    text: `There is no ${isFiltered ? 'such ' : ''}place within ${search.radiusKm} km.`,
    waysOut: [...(isFurthest ? [] : ['look further' as const]), ...clear],
  };
};
