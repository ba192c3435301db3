import { countOf, keepFocus, onPage, setContent } from '../browser/dom.ts';
import { type Html, html } from '../layout/html.ts';
import { hoursToday, openingLine } from './hours.ts';
import { kindIcon, kinds } from './kinds.ts';
import { addressOf, maxPlaces } from './locations-api.ts';
import { type LocatorState, type LocatorStore, pageSize } from './locator-state.ts';
import { aroundKm, type FoundPlace, fullName, localityOf, type Where } from './network.ts';
import { unavailableLine } from './place-details.ts';

/** Shows the results of the search, nearest first. `choose` is called when a shop's visitor chooses a place. */
export const connectResults = (store: LocatorStore, choose: ((id: string) => void) | undefined): void => {
  const panel = onPage('results-panel', HTMLElement);
  const heading = onPage('results-heading', HTMLElement);
  const summary = onPage('summary', HTMLElement);
  const list = onPage('results', HTMLElement);
  const more = onPage('more', HTMLButtonElement);
  const names = () => [...list.querySelectorAll<HTMLElement>('.result-name')];

  const draw = (state: LocatorState) => {
    const { found, limit, where } = state;
    heading.textContent = headingOf(where);
    setContent(summary, html`${summaryOf(state)}`);
    const { inside = [], outside = [] } = found ?? {};
    const item = (each: FoundPlace) => resultItem(each, state, choose !== undefined);
    setContent(
      list,
      html`${inside.slice(0, limit).map(item)}
${outside.length > 0 && html`<li class="divider muted">Nearest places outside this area</li>`}${outside.map(item)}`,
    );
    more.hidden = inside.length <= limit;
    showHighlighted(state);
  };
  const showHighlighted = ({ highlighted }: LocatorState) => {
    for (const item of list.querySelectorAll<HTMLElement>('[data-id]'))
      item.classList.toggle('highlighted', item.dataset.id === highlighted);
  };

  more.addEventListener('click', () => {
    const { limit } = store.get();
    store.set({ limit: limit + pageSize });
    names()[limit]?.focus();
  });
  const idAt = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined;
  list.addEventListener('click', ({ target }) => {
    const id = idAt(target);
    if (id === undefined || !(target instanceof Element)) return;
    if (target.closest('.choose')) choose?.(id);
    else if (target.closest('.result-name')) store.set({ selected: id });
  });
  list.addEventListener('pointerover', ({ target }) => {
    const highlighted = idAt(target);
    if (highlighted && highlighted !== store.get().highlighted) store.set({ highlighted });
  });
  list.addEventListener('pointerleave', () => store.set({ highlighted: undefined }));
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = names().findIndex((name) => name.contains(document.activeElement));
    if (step === undefined || at < 0) return;
    event.preventDefault();
    names()[at + step]?.focus();
  });

  store.follow(['network', 'where', 'found', 'matching', 'isChecking', 'limit', 'facts', 'now'], (state) =>
    keepFocus(panel, () => draw(state)),
  );
  store.follow(['highlighted'], showHighlighted);
  draw(store.get());
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

const summaryOf = ({ network, where, found, matching, suitable, isChecking }: LocatorState) => {
  if (!network) return 'Loading places…';
  if (isChecking) return 'Finding places for your parcel…';
  if (!where || !found)
    return `${countOf(matching.length, 'place')} on the map. Search for a suburb or postcode to see the nearest.`;
  const { inside, outside } = found;
  const [scope, order] = scopeOf(where);
  // The API checks only the nearest places, to find out whether they accept the parcel.
  const isPartial = suitable && (inside.length === maxPlaces || where.by === 'area');
  const limits = isPartial ? ` At most ${maxPlaces} places within 50 km are checked.` : '';
  if (inside.length > 0)
    return `${countOf(inside.length, 'place')} ${scope}, nearest ${order}${limits && `.${limits}`}`;
  const others = outside.length > 0 ? ' The nearest others are listed below.' : '';
  return `No places ${scope}${matching.length < network.places.length ? ' match the filters' : ''}.${others}${limits}`;
};

const scopeOf = ({ by, label }: Where): readonly [scope: string, order: string] => {
  if (by === 'postcode') return [`in ${label}`, 'to the postcode centre first'];
  if (by === 'suburb') return [`in ${label}`, 'to the centre first'];
  return by === 'area' ? ['in this area', 'to its centre first'] : [`within ${aroundKm} km`, 'first'];
};

const resultItem = (
  { place, km }: FoundPlace,
  { network, facts, filters, now }: LocatorState,
  canChoose: boolean,
): Html => {
  const { id, kind } = place;
  const fact = facts.get(id);
  const opening = network?.openingAt(place, now, filters.services);
  const today = network && filters.services.length === 0 && hoursToday(network, place, now);
  const line = openingLine(opening);
  const hours =
    line &&
    html`<p class="row">${line}${today && html`<span class="muted">${today}</span>`}${opening?.special && html`<span class="warning">Special hours</span>`}</p>`;
  // Post boxes in a suburb share a name, so the address describes the button.
  return html`<li class="result" data-id="${id}">${kindIcon(kind)}<div>
<h3><button type="button" class="result-name" aria-describedby="address-${id}">${fullName(place)}</button><span class="distance muted">${formatDistance(km)}</span></h3>
${hours}${fact && unavailableLine(fact, opening, now)}
<p class="address muted" id="address-${id}">${(fact && addressOf(fact)) ?? localityOf(place)}</p>
<span class="visually-hidden">${kinds[kind].name}</span>
${canChoose && html`<button type="button" class="button primary choose" aria-label="Choose ${fullName(place)}">Choose this place</button>`}
</div></li>`;
};
