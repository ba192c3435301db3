import { type Advice, adviceOnFailure, adviceOnNothing, type WayOut } from '../search/advice.ts';
import { foundInWords } from '../search/in-words.ts';
import type { LocatorState, LocatorStore } from '../state/locator-state.ts';
import { button, element } from './element.ts';

/** What the visitor can do from here; each is offered where it helps. */
export type WaysOut = Readonly<Record<WayOut, () => void>>;

interface Places {
  readonly summary: HTMLElement;
  readonly advice: HTMLElement;
  readonly more: HTMLButtonElement;
}

const textOfWayOut: Readonly<Record<WayOut, string>> = {
  'enter key': 'Enter your key',
  'try again': 'Try again',
  'clear filters': 'Clear the filters',
  'look further': 'Look further',
  'look around': 'Look around, whatever the postcode',
};

const adviceOn = ({ failure, found, isSearching }: LocatorState): Advice | undefined => {
  if (isSearching) return undefined;
  if (failure) return adviceOnFailure(failure, navigator.onLine);
  return found?.total === 0 ? adviceOnNothing(found) : undefined;
};

const summaryOf = ({ isSearching, found, failure }: LocatorState): string => {
  if (isSearching) return 'Searching…';
  // Advice says the rest.
  if (found?.total === 0) return '';
  if (failure) return found ? 'Below are the places of the search before.' : '';
  return found ? foundInWords(found) : 'Search by postcode, or choose a point on the map.';
};

/** Keeps what is said of the search as the store has it: its parts are live regions, and are written when they change. */
export const followSummary = (
  { summary, advice, more }: Places,
  store: LocatorStore,
  ways: WaysOut,
): void => {
  let said: string | undefined;
  const showAdvice = (given: Advice | undefined) => {
    if (given?.text === said) return;
    said = given?.text;
    advice.hidden = given === undefined;
    advice.replaceChildren(
      ...(given
        ? [
            element('p', {}, given.text),
            element(
              'p',
              { class: 'actions' },
              ...given.waysOut.map((way) => button(textOfWayOut[way], ways[way])),
            ),
          ]
        : []),
    );
  };
  store.follow((state) => {
    const text = summaryOf(state);
    if (summary.textContent !== text) summary.textContent = text;
    showAdvice(adviceOn(state));
    const { found, failure, isSearching } = state;
    more.hidden = !found || failure !== undefined || found.workCentres.length >= found.total;
    // Not disabled: whoever pressed it would lose the focus.
    more.setAttribute('aria-disabled', String(isSearching));
  });
};
