import type { MapPlace, MapService, NetworkMap } from '../../../shared/wire/map-file.ts';
import { button, element, icon, onPage } from './dom.ts';
import { kindOf, kinds } from './kinds.ts';
import type { LocatorStore } from './locator-state.ts';
import { areFiltering, countsOf, type Filters, filterOf, noFilters, type Where } from './network.ts';
import { isOpenAt } from './page-address.ts';

/**
 * Connects the filters: buttons for "Open now" and each kind, and a dialog with all services and a time. They show how
 * many places would remain inside the searched place, or in the whole network.
 */
export const connectFilters = (store: LocatorStore): void => {
  const bar = onPage('filters', HTMLElement);
  const dialog = onPage('filter-dialog', HTMLDialogElement);
  const change = (changes: Partial<Filters>) =>
    store.set({ filters: { ...store.get().filters, ...changes }, limit: undefined });

  for (const toggle of bar.querySelectorAll<HTMLButtonElement>('[data-kind]')) {
    toggle.addEventListener('click', () => {
      const { kinds: chosen } = store.get().filters;
      const types = kinds.map(({ type }) => type);
      const isMeant = (type: string) => type === toggle.dataset.kind;
      change({ kinds: types.filter((type) => chosen.includes(type) !== isMeant(type)) });
    });
  }
  onPage('open-now', HTMLButtonElement).addEventListener('click', () => {
    change({ openAt: store.get().filters.openAt === 'now' ? undefined : 'now' });
  });
  onPage('more-filters', HTMLButtonElement).addEventListener('click', () => dialog.showModal());
  connectDialog(dialog, store, change);

  store.follow((state, previous) => {
    const { network, filters, where, suitable, now } = state;
    if (
      !network ||
      (network === previous.network &&
        filters === previous.filters &&
        where === previous.where &&
        suitable === previous.suitable &&
        (filters.openAt !== 'now' || now === previous.now))
    )
      return;
    const others = { ...filters, kinds: [] };
    const counts = countsOf(network.places.filter(filterOf(network, others, now)), where, ({ kind }) => [
      kind,
    ]);
    for (const toggle of bar.querySelectorAll<HTMLButtonElement>('[data-kind]')) {
      const kind = kinds.find(({ type }) => type === toggle.dataset.kind);
      if (!kind) continue;
      toggle.setAttribute('aria-pressed', String(filters.kinds.includes(kind.type)));
      const count = toggle.querySelector('.count');
      // The API checks parcels for the chosen kinds only.
      if (count) count.textContent = suitable ? '' : formatCount(counts.get(kind.type) ?? 0);
    }
    onPage('open-now', HTMLButtonElement).setAttribute('aria-pressed', String(filters.openAt === 'now'));
    const hidden = filters.services.length + Number(filters.openAt !== undefined && filters.openAt !== 'now');
    const more = onPage('more-filters', HTMLButtonElement);
    more.classList.toggle('removable', hidden > 0);
    onPage('more-filters-count', HTMLElement).textContent = hidden === 0 ? '' : `(${hidden})`;
  });
};

/** A button for each active filter, which removes it, and one for all of them. */
export const activeFilters = (store: LocatorStore): HTMLElement | undefined => {
  const { filters, network } = store.get();
  if (!areFiltering(filters)) return undefined;
  const change = (changes: Partial<Filters>) =>
    store.set({ filters: { ...filters, ...changes }, limit: undefined });
  const chip = (name: string, changes: Partial<Filters>) =>
    element(
      'li',
      {},
      button(
        { class: 'chip removable', 'aria-label': `Remove filter: ${name}`, onclick: () => change(changes) },
        name,
        icon('icon-close'),
      ),
    );
  return element(
    'ul',
    { class: 'active-filters', 'aria-label': 'Active filters' },
    ...filters.kinds.map((type) =>
      chip(kindOf(type).plural, { kinds: filters.kinds.filter((each) => each !== type) }),
    ),
    ...(filters.openAt ? [chip(openAtText(filters.openAt), { openAt: undefined })] : []),
    ...filters.services.map((id) =>
      chip(serviceName(network, id), { services: filters.services.filter((each) => each !== id) }),
    ),
    element('li', {}, button({ class: 'plain', onclick: () => change(noFilters) }, 'Clear filters')),
  );
};

/** `Open now`, `Open Thu 24 Dec, 5:30 pm`. */
const openAtText = (openAt: string): string =>
  openAt === 'now' ? 'Open now' : `Open ${openAtFormat.format(Date.parse(`${openAt}Z`))}`;

const formatCount = (count: number): string => count.toLocaleString('en-AU');

/** Text of a number of places. */
export const placesCount = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'place' : 'places'}`;

const openAtFormat = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const serviceName = (network: NetworkMap | undefined, id: string): string =>
  network?.services.find((service) => service.id === id)?.name ?? id;

/** Services by id, in alphabetical order. */
const servicesOf = ({ services }: NetworkMap): readonly MapService[] =>
  [...new Map(services.toReversed().map((service) => [service.id, service])).values()].sort((one, other) =>
    one.name.localeCompare(other.name),
  );

const connectDialog = (
  dialog: HTMLDialogElement,
  store: LocatorStore,
  change: (changes: Partial<Filters>) => void,
): void => {
  const time = onPage('open-at', HTMLInputElement);
  const list = onPage('service-list', HTMLElement);
  const search = onPage('service-search', HTMLInputElement);
  const done = onPage('filters-done', HTMLButtonElement);
  const radio = (value: string) => dialog.querySelector<HTMLInputElement>(`[name=opening][value=${value}]`);

  const readOpening = () => {
    const chosen = dialog.querySelector<HTMLInputElement>('[name=opening]:checked')?.value;
    if (chosen === 'at' && time.value === '') time.value = nextHour(store.get().now);
    const text = chosen === 'at' ? time.value : chosen;
    time.disabled = chosen !== 'at';
    change({ openAt: text !== undefined && isOpenAt(text) ? text : undefined });
  };
  for (const option of dialog.querySelectorAll('[name=opening]'))
    option.addEventListener('change', readOpening);
  time.addEventListener('change', readOpening);
  // Enter in a field would press the first button, which closes the dialog.
  for (const field of [time, search])
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.preventDefault();
    });

  search.addEventListener('input', () => {
    const text = search.value.trim().toLowerCase();
    for (const label of list.querySelectorAll<HTMLElement>('label'))
      label.hidden = !label.textContent?.toLowerCase().includes(text);
  });
  list.addEventListener('change', () => {
    const checked = list.querySelectorAll<HTMLInputElement>('input:checked');
    change({ services: [...checked].map(({ value }) => value) });
  });
  onPage('filters-clear', HTMLButtonElement).addEventListener('click', () => change(noFilters));

  const drawServices = (network: NetworkMap) =>
    list.replaceChildren(
      ...servicesOf(network).map(({ id, name }) =>
        element(
          'label',
          {},
          element('input', { type: 'checkbox', value: id }),
          element('span', {}, name),
          element('span', { class: 'count' }),
        ),
      ),
    );

  /** Counts the places of each service. The chosen ones do not limit them, because any of them is enough. */
  const countServices = (network: NetworkMap, filters: Filters, where: Where | undefined, now: number) => {
    const others = network.places.filter(filterOf(network, { ...filters, services: [] }, now));
    const counts = countsOf(others, where, ({ services }: MapPlace) => new Set(services.map(({ id }) => id)));
    for (const box of list.querySelectorAll<HTMLInputElement>('input')) {
      box.checked = filters.services.includes(box.value);
      const count = box.parentElement?.querySelector('.count');
      if (count) count.textContent = formatCount(counts.get(box.value) ?? 0);
    }
  };

  const update = () => {
    const { network, filters, where, now, found, matching } = store.get();
    if (!network) return;
    if (list.childElementCount === 0) drawServices(network);
    countServices(network, filters, where, now);
    const opening = filters.openAt === undefined || filters.openAt === 'now' ? filters.openAt : 'at';
    const option = radio(opening ?? 'any');
    if (option) option.checked = true;
    if (opening === 'at') time.value = filters.openAt ?? '';
    time.disabled = opening !== 'at';
    done.textContent = `Show ${placesCount(found ? found.inside.length : matching.length)}`;
  };
  dialog.addEventListener('toggle', () => dialog.open && update());
  store.follow((state, previous) => {
    if (dialog.open && (state.filters !== previous.filters || state.found !== previous.found)) update();
  });
};

/** The next full hour on the visitor's clock, as a local time. */
const nextHour = (now: number): string => {
  const next = new Date(now + 3_600_000);
  const [hours, offset] = [next.setMinutes(0, 0, 0), next.getTimezoneOffset() * 60_000];
  return new Date(hours - offset).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);
};
