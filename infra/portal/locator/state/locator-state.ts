import type { ListedCapability } from '../api/answers.ts';
import type { Failure } from '../api/search-failed.ts';
import type { FoundPage } from '../search/find-work-centres.ts';
import type { Coordinates, Search } from '../search/search.ts';
import type { Store } from './store.ts';

/** What a search found so far: its pages in one. */
export interface Found extends FoundPage {
  readonly search: Search;
  /** When its first page was answered. */
  readonly answeredAt: Date;
}

/** Names the time zone of a place: an IANA name. */
export type TimeZoneOf = (place: Coordinates) => string;

/** All that the page shows. */
export interface LocatorState {
  readonly search: Search;
  readonly isSearching: boolean;
  /** What was found last, which stays to be seen while the next search is on its way. */
  readonly found?: Found | undefined;
  readonly failure?: Failure | undefined;
  /** Location code of the place whose details are open. */
  readonly selected?: string | undefined;
  /** And of the one that is pointed at. */
  readonly highlighted?: string | undefined;
  /** All services, once they are known. */
  readonly capabilities: readonly ListedCapability[];
  /** Undefined until time zones are loaded. */
  readonly timeZoneOf?: TimeZoneOf | undefined;
  /** Is set every half a minute. */
  readonly now: Date;
}

export type LocatorStore = Store<LocatorState>;
