import type { MapPlace, NetworkMap } from '../../../shared/wire/map-file.ts';
import type { PlaceFacts } from './locations-api.ts';
import { type Filters, type Found, filterOf, findPlaces, noFilters, type Where } from './network.ts';

export interface LocatorState {
  /** Undefined until the map file is loaded. */
  readonly network?: NetworkMap | undefined;
  readonly where?: Where | undefined;
  readonly filters: Filters;
  /** Ids of the places that the API finds suitable for a parcel. Undefined if places need not be suitable. */
  readonly suitable?: ReadonlySet<string> | undefined;
  /** Whether the API's response about suitable places is pending. */
  readonly isChecking?: boolean;
  /** Places that pass all filters, in the whole network. */
  readonly matching: readonly MapPlace[];
  /** Search results. Undefined without a search, and while `isChecking` is true. */
  readonly found?: Found | undefined;
  readonly limit: number;
  /** Id of the place whose details are open. */
  readonly selected?: string | undefined;
  /** Id of the place that is pointed at, on the map or in the list. */
  readonly highlighted?: string | undefined;
  readonly facts: ReadonlyMap<string, PlaceFacts & { readonly loadedAt: number }>;
  readonly problem?: { readonly text: string; readonly retry?: (() => void) | undefined } | undefined;
  /** Epoch milliseconds, updated every minute. */
  readonly now: number;
}

type Names = readonly (keyof LocatorState)[];
type Follower = (state: LocatorState, previous: LocatorState) => void;

export type LocatorStore = ReturnType<typeof createStore>;

/** Age in milliseconds after which facts are requested again, because the availability of places changes. */
export const maxFactsAge = 5 * 60_000;

export const pageSize = 20;

/** Creates the store. It updates `matching` and `found` whenever their inputs change. */
export const createStore = () => {
  const followers: Follower[] = [];
  let state: LocatorState = {
    ...{ filters: noFilters, matching: [], limit: pageSize },
    ...{ facts: new Map(), now: Date.now() },
  };
  const set = (changes: Partial<LocatorState>) => {
    const previous = state;
    state = search({ ...state, ...changes }, previous);
    for (const follower of followers) follower(state, previous);
  };
  return {
    get: () => state,
    place: (id: string | undefined) => state.network?.places.find((place) => place.id === id),
    set,
    /** Replaces filters, and shows the first results. */
    filter: (changes: Partial<Filters>) =>
      set({ filters: { ...state.filters, ...changes }, limit: pageSize }),
    addFacts: (found: readonly PlaceFacts[]) => {
      const loadedAt = Date.now();
      const added = found.map((each) => [each.id, { ...each, loadedAt }] as const);
      set({ facts: new Map([...state.facts, ...added]) });
    },
    /** Calls back after changes of these members, with the previous state. */
    follow: (names: Names, follower: Follower) =>
      void followers.push((...states) => differ(...states, names) && follower(...states)),
  };
};

/** Whether two states differ in any of these members. */
export const differ = (one: LocatorState, other: LocatorState, names: Names): boolean =>
  names.some((name) => one[name] !== other[name]);

const search = (state: LocatorState, previous: LocatorState): LocatorState => {
  const { network, where, filters, suitable, isChecking, now } = state;
  if (!network) return state;
  const isFiltered =
    differ(state, previous, ['network', 'filters', 'suitable']) ||
    (filters.openAt === 'now' && now !== previous.now);
  if (!isFiltered && !differ(state, previous, ['where', 'isChecking'])) return state;
  const passes = filterOf(network, filters, now);
  const matching = isFiltered
    ? network.places.filter((place) => passes(place) && (suitable?.has(place.id) ?? true))
    : state.matching;
  return { ...state, matching, found: isChecking || !where ? undefined : findPlaces(matching, where) };
};

export const shownPlaces = ({ found, limit }: LocatorState): readonly MapPlace[] =>
  found ? [...found.inside.slice(0, limit), ...found.outside].map(({ place }) => place) : [];
