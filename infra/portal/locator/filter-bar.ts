import type { MapService, NetworkMap } from '../../../shared/wire/map-file.ts';
import { countOf, onPage, setContent } from '../browser/dom.ts';
import { type Html, html } from '../layout/html.ts';
import { icon, kindTypes } from './kinds.ts';
import type { LocatorStore } from './locator-state.ts';
import { type Filters, noFilters } from './network.ts';
import { isOpenAt } from './page-address.ts';

/** Connects the filters: buttons for "Open now" and each kind, and a dialog with a time and all services. */
export const connectFilters = (store: LocatorStore): void => {
  const openNow = onPage('open-now', HTMLElement);
  const toggles = [...document.querySelectorAll<HTMLElement>('#filters [data-kind]')];
  const kindOf = ({ dataset }: HTMLElement) => kindTypes.find((type) => type === dataset.kind);
  for (const toggle of toggles)
    toggle.addEventListener('click', () => {
      const { kinds: chosen } = store.get().filters;
      store.filter({
        kinds: kindTypes.filter((each) => chosen.includes(each) !== (each === kindOf(toggle))),
      });
    });
  openNow.addEventListener('click', () =>
    store.filter({ openAt: store.get().filters.openAt === 'now' ? undefined : 'now' }),
  );
  const dialog = connectDialog(store);
  onPage('more-filters', HTMLElement).addEventListener('click', dialog.open);
  connectActiveFilters(store);
  store.follow(({ filters, matching, where }, previous) => {
    if (matching === previous.matching && where === previous.where) return;
    for (const toggle of toggles)
      toggle.ariaPressed = String(filters.kinds.some((kind) => kind === kindOf(toggle)));
    openNow.ariaPressed = String(filters.openAt === 'now');
    dialog.update();
  });
};

/** Shows a button to remove each active filter that has no button of its own, and a button to clear all filters. */
const connectActiveFilters = (store: LocatorStore): void => {
  const list = onPage('active', HTMLElement);
  let removals: readonly (readonly [name: string, removal: Partial<Filters>])[] = [];
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (!button) return;
    const index = Number(button.dataset.index);
    store.filter(removals[index]?.[1] ?? noFilters);
    (list.querySelectorAll('button')[index] ?? onPage('more-filters', HTMLElement)).focus();
  });
  store.follow(({ network, filters: { kinds: types, openAt, services }, ...state }, previous) => {
    if (state.matching === previous.matching) return;
    removals = [
      ...(isTime(openAt) ? [[openAtText(openAt), { openAt: undefined }] as const] : []),
      ...services.map((id) => {
        const name = network?.services.find((service) => service.id === id)?.name ?? id;
        return [name, { services: services.filter((each) => each !== id) }] as const;
      }),
    ];
    const chips = removals.map(
      ([name], index) =>
        html`<button type="button" class="chip removable" data-index="${index}" aria-label="Remove filter: ${name}">${name}${icon('close')}</button>`,
    );
    const isFiltered = types.length > 0 || openAt !== undefined || services.length > 0;
    setContent(
      list,
      html`${chips}${isFiltered && html`<button type="button" class="chip">Clear filters</button>`}`,
    );
  });
};

/** Whether places must be open at a chosen time, rather than now. */
const isTime = (openAt: string | undefined): openAt is string => openAt !== undefined && openAt !== 'now';

/** `Open Thu 24 Dec, 5:30 pm`. */
const openAtText = (openAt: string): string => `Open ${openAtFormat.format(Date.parse(`${openAt}Z`))}`;

const openAtFormat = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const connectDialog = (store: LocatorStore) => {
  const dialog = onPage('filter-dialog', HTMLDialogElement);
  const time = onPage('open-at', HTMLInputElement);
  const list = onPage('service-list', HTMLElement);
  const search = onPage('service-search', HTMLInputElement);

  time.addEventListener('change', () =>
    store.filter({ openAt: isOpenAt(time.value) ? time.value : undefined }),
  );
  // Otherwise, Enter in a field would press the first button, which closes the dialog.
  for (const field of [time, search])
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.preventDefault();
    });
  search.addEventListener('input', () => {
    const text = search.value.trim().toLowerCase();
    for (const label of list.querySelectorAll('label'))
      label.hidden = !label.textContent?.toLowerCase().includes(text);
  });
  list.addEventListener('change', () => {
    const checked = list.querySelectorAll<HTMLInputElement>('input:checked');
    store.filter({ services: [...checked].map(({ value }) => value) });
  });
  onPage('filters-clear', HTMLElement).addEventListener('click', () => store.filter(noFilters));

  const update = () => {
    const { network, filters, found, matching } = store.get();
    if (!network || !dialog.open) return;
    if (list.childElementCount === 0) list.innerHTML = html`${servicesOf(network).map(serviceHtml)}`.text;
    for (const box of list.querySelectorAll<HTMLInputElement>('input'))
      box.checked = filters.services.includes(box.value);
    time.value = isTime(filters.openAt) ? filters.openAt : '';
    onPage('filters-done', HTMLElement).textContent =
      `Show ${countOf(found ? found.inside.length : matching.length, 'place')}`;
  };
  const open = () => {
    dialog.showModal();
    update();
  };
  return { open, update };
};

/** Returns each service once, in alphabetical order. */
const servicesOf = ({ services }: NetworkMap): readonly MapService[] =>
  [...new Map(services.toReversed().map((service) => [service.id, service])).values()].sort((one, other) =>
    one.name.localeCompare(other.name),
  );

const serviceHtml = ({ id, name }: MapService): Html =>
  html`<label><input type="checkbox" value="${id}">${name}</label>`;
