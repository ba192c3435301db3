import type { MapPlace, NetworkMap } from '../../../shared/wire/map-file.ts';
import type { Store } from './dom.ts';
import type { PlaceFacts } from './locations-api.ts';
import { type Filters, type Found, filterOf, findPlaces, noFilters, type Where } from './network.ts';

/** Everything that the page shows. */
export interface LocatorState {
  /** Undefined until the map file is loaded. */
  readonly network?: NetworkMap | undefined;
  readonly where?: Where | undefined;
  readonly filters: Filters;
  /** Ids of the places that the API finds suitable for a parcel; undefined if that is not required. */
  readonly suitable?: ReadonlySet<string> | undefined;
  /** Whether the API is finding out which places are suitable. */
  readonly isChecking?: boolean;
  /** Places that pass all filters, in the whole network. */
  readonly matching: readonly MapPlace[];
  /** What the search finds; undefined before anything is searched. */
  readonly found?: Found | undefined;
  /** Number of results shown, by default a page. */
  readonly limit?: number | undefined;
  /** Id of the place whose details are open. */
  readonly selected?: string | undefined;
  /** Id of the place that is pointed at, on the map or in the list. */
  readonly highlighted?: string | undefined;
  /** What the API said about places, by id. */
  readonly facts: ReadonlyMap<string, PlaceFacts>;
  /** The problem to show: at most one. */
  readonly problem?: Problem | undefined;
  /** Epoch milliseconds, updated every minute. */
  readonly now: number;
}

interface Problem {
  readonly text: string;
  readonly retry?: () => void;
}

export type LocatorStore = Store<LocatorState>;

/** Results of a page. */
export const pageSize = 20;

export const initialState = (now: number): LocatorState => ({
  filters: noFilters,
  matching: [],
  facts: new Map(),
  now,
});

/** Keeps `matching` and `found` up to date with what they depend on. */
export const keepSearching = (store: LocatorStore): void => {
  store.follow((state, previous) => {
    const { network, where, filters, suitable, isChecking, now } = state;
    if (!network) return;
    const isFiltered =
      network !== previous.network ||
      filters !== previous.filters ||
      suitable !== previous.suitable ||
      (filters.openAt === 'now' && now !== previous.now);
    if (!isFiltered && where === previous.where && isChecking === previous.isChecking) return;
    const passes = filterOf(network, filters, now);
    const matching = isFiltered
      ? network.places.filter((place) => passes(place) && (suitable?.has(place.id) ?? true))
      : state.matching;
    store.set({ matching, found: isChecking ? undefined : where && findPlaces(matching, where) });
  });
};

/** The results that are shown, in their order. */
export const shownPlaces = ({ found, limit = pageSize }: LocatorState): readonly MapPlace[] =>
  found ? [...found.inside.slice(0, limit), ...found.outside].map(({ place }) => place) : [];
