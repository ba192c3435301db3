import { button, element, icon, keepFocus, onPage } from './dom.ts';
import { activeFilters, placesCount } from './filter-bar.ts';
import { hoursToday, openingLine } from './hours.ts';
import { kindOf } from './kinds.ts';
import { addressOf, type PlaceFacts } from './locations-api.ts';
import { type LocatorState, type LocatorStore, pageSize } from './locator-state.ts';
import { areFiltering, aroundKm, type FoundPlace, fullName, localityOf, type Where } from './network.ts';
import { availabilityText } from './place-details.ts';

interface ResultsOptions {
  /** Called when the visitor of a shop chooses a place; undefined outside shops. */
  readonly choose?: ((id: string) => void) | undefined;
  readonly onOwnPosition: () => void;
}

export interface Results {
  /** Moves the focus to the heading, from which a screen reader reads on. */
  focus(): void;
}

/** Shows the results of the search, nearest first. */
export const connectResults = (store: LocatorStore, { choose, onOwnPosition }: ResultsOptions): Results => {
  const panel = onPage('results-panel', HTMLElement);
  const heading = onPage('results-heading', HTMLElement);
  const summary = onPage('summary', HTMLElement);
  const active = onPage('active', HTMLElement);
  const list = onPage('results', HTMLElement);
  const more = onPage('more', HTMLButtonElement);
  const ownPosition = onPage('own-position', HTMLButtonElement);

  const draw = (state: LocatorState) => {
    const { found, limit = pageSize, where } = state;
    heading.textContent = headingOf(where);
    // The same text again would be announced again.
    if (summary.textContent !== summaryOf(state)) summary.textContent = summaryOf(state);
    active.replaceChildren(...[activeFilters(store) ?? []].flat());
    const inside = found?.inside.slice(0, limit) ?? [];
    const outside = found?.outside ?? [];
    const item = (each: FoundPlace) => resultItem(each, state, store, choose);
    list.replaceChildren(
      ...inside.map(item),
      ...(outside.length > 0 && where
        ? [element('li', { class: 'divider' }, 'Nearest places outside this area')]
        : []),
      ...outside.map(item),
    );
    ownPosition.hidden = where !== undefined;
    more.hidden = !found || found.inside.length <= limit;
  };

  ownPosition.addEventListener('click', onOwnPosition);
  more.addEventListener('click', () => {
    const { limit = pageSize } = store.get();
    store.set({ limit: limit + pageSize });
    list.querySelectorAll<HTMLElement>('.result-name')[limit]?.focus();
  });
  list.addEventListener('pointerover', ({ target }) => {
    const id = target instanceof Element && target.closest('[data-id]')?.getAttribute('data-id');
    if (id && id !== store.get().highlighted) store.set({ highlighted: id });
  });
  list.addEventListener('pointerleave', () => store.set({ highlighted: undefined }));
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const names = [...list.querySelectorAll<HTMLElement>('.result-name')];
    const at = names.findIndex((name) => name.contains(document.activeElement));
    if (step === undefined || at < 0) return;
    event.preventDefault();
    names[at + step]?.focus();
  });

  store.follow((state, previous) => {
    const isChanged = (['network', 'where', 'found', 'limit', 'facts', 'filters', 'now'] as const).some(
      (name) => state[name] !== previous[name],
    );
    if (isChanged) keepFocus(panel, () => draw(state));
    if (state.highlighted !== previous.highlighted) {
      for (const each of list.querySelectorAll('[data-id]'))
        each.classList.toggle('highlighted', each.getAttribute('data-id') === state.highlighted);
    }
  });
  draw(store.get());
  return {
    focus() {
      list.closest('.scroll')?.scrollTo({ top: 0 });
      heading.focus();
    },
  };
};

/** `350 m`, `2.4 km`, `120 km`. */
const formatDistance = (km: number): string => {
  if (km < 0.995) return `${Math.round(km * 100) * 10} m`;
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km).toLocaleString('en-AU')} km`;
};

/** Title of the results, such as `Near Melbourne Post Office`. */
const headingOf = (where: Where | undefined): string => {
  if (!where) return 'All places';
  return where.by === 'area' ? 'In this area' : `Near ${where.label}`;
};

const summaryOf = ({ network, where, found, matching, filters, isChecking }: LocatorState): string => {
  if (!network) return 'Loading places…';
  if (isChecking) return 'Finding places for your parcel…';
  if (!where || !found)
    return `${placesCount(matching.length)} on the map. Search for a suburb or postcode to see the nearest.`;
  const { inside, outside } = found;
  if (inside.length === 0) return emptySummary(where, areFiltering(filters), outside.length > 0);
  const count = placesCount(inside.length);
  switch (where.by) {
    case 'postcode':
      return `${count} in ${where.label}, nearest to the postcode centre first`;
    case 'suburb':
      return `${count} in ${where.label}, nearest to the centre first`;
    case 'area':
      return `${count} in this area, nearest to its centre first`;
    default:
      return `${count} within ${aroundKm} km, nearest first`;
  }
};

const emptySummary = (where: Where, isFiltered: boolean, hasOthers: boolean): string => {
  const scope = { area: 'in this area', suburb: `in ${where.label}`, postcode: `in ${where.label}` };
  const place = where.by in scope ? scope[where.by as keyof typeof scope] : `within ${aroundKm} km`;
  const rest = hasOthers ? ' The nearest others are listed below.' : '';
  return `No places ${place}${isFiltered ? ' match the filters' : ''}.${rest}`;
};

const resultItem = (
  { place, km }: FoundPlace,
  { network, facts, filters, now }: LocatorState,
  store: LocatorStore,
  choose: ResultsOptions['choose'],
): HTMLElement => {
  const fact: PlaceFacts | undefined = facts.get(place.id);
  const title = fullName(place);
  const opening = network?.openingAt(place, now, filters.services);
  const isKnown = opening !== undefined && opening.state !== 'UNKNOWN';
  const today = network && filters.services.length === 0 ? hoursToday(network, place, now) : undefined;
  const unavailable = fact?.availability && availabilityText(fact.availability, opening);
  const address = element(
    'p',
    { class: 'address', id: `address-${place.id}` },
    (fact && addressOf(fact)) ?? localityOf(place),
  );
  return element(
    'li',
    { class: 'result', 'data-id': place.id },
    icon(`kind-${place.kind}`, `kind ${place.kind}`),
    element(
      'div',
      {},
      element(
        'h3',
        {},
        button(
          {
            class: 'result-name',
            // Boxes of a suburb share a name.
            'aria-describedby': address.id,
            onclick: () => store.set({ selected: place.id }),
          },
          title,
        ),
        element('span', { class: 'distance' }, formatDistance(km)),
      ),
      isKnown &&
        element(
          'p',
          { class: 'hours-line' },
          openingLine(opening),
          today !== undefined && element('span', { class: 'today' }, today),
          opening?.special && element('span', { class: 'special' }, 'Special hours'),
        ),
      unavailable && element('p', { class: 'warning' }, unavailable),
      address,
      element('span', { class: 'visually-hidden' }, kindOf(place.kind).name),
      choose &&
        button(
          {
            class: 'button primary choose',
            'aria-label': `Choose ${title}`,
            onclick: () => choose(place.id),
          },
          'Choose this place',
        ),
    ),
  );
};
