import type { NetworkMap } from '../../../shared/wire/map-file.ts';
import { countOf, onPage, setContent } from '../browser/dom.ts';
import { html } from '../layout/html.ts';
import { icon, kindTypes } from './kinds.ts';
import type { LocatorStore } from './locator-state.ts';
import { type Filters, noFilters } from './network.ts';
import { isOpenAt } from './page-address.ts';

/** Connects the filters: buttons for "Open now" and each kind, and a dialog with a time and all services. */
export const connectFilters = (store: LocatorStore): void => {
  for (const toggle of document.querySelectorAll<HTMLElement>('#filters [data-kind]')) {
    const isOwn = (kind: string) => kind === toggle.dataset.kind;
    toggle.addEventListener('click', () => {
      const { kinds: chosen } = store.get().filters;
      store.filter({ kinds: kindTypes.filter((kind) => chosen.includes(kind) !== isOwn(kind)) });
    });
    store.follow(['filters'], ({ filters }) => {
      toggle.ariaPressed = String(filters.kinds.some(isOwn));
    });
  }
  const openNow = onPage('open-now', HTMLElement);
  openNow.addEventListener('click', () =>
    store.filter({ openAt: store.get().filters.openAt === 'now' ? undefined : 'now' }),
  );
  store.follow(['filters'], ({ filters }) => {
    openNow.ariaPressed = String(filters.openAt === 'now');
  });
  connectActiveFilters(store);
  connectDialog(store);
};

/** Shows a button to remove each active filter that has no button of its own, and a button to clear all filters. */
const connectActiveFilters = (store: LocatorStore): void => {
  const list = onPage('active', HTMLElement);
  let removals: readonly (readonly [name: string, removal: Partial<Filters>])[] = [];
  list.addEventListener('click', ({ target }) => {
    const buttons = () => [...list.querySelectorAll('button')];
    const index = buttons().findIndex((button) => target instanceof Node && button.contains(target));
    if (index < 0) return;
    store.filter(removals[index]?.[1] ?? noFilters);
    (buttons()[index] ?? onPage('more-filters', HTMLElement)).focus();
  });
  store.follow(['matching'], ({ network, filters: { kinds: types, openAt, services } }) => {
    removals = [
      ...(isTime(openAt) ? [[openAtText(openAt), { openAt: undefined }] as const] : []),
      ...services.map((id) => {
        const name = network?.services.find((service) => service.id === id)?.name ?? id;
        return [name, { services: services.filter((each) => each !== id) }] as const;
      }),
    ];
    const chips = removals.map(
      ([name]) =>
        html`<button type="button" class="chip removable" aria-label="Remove filter: ${name}">${name}${icon('close')}</button>`,
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

const connectDialog = (store: LocatorStore): void => {
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
    if (list.childElementCount === 0) list.innerHTML = html`${serviceBoxes(network)}`.text;
    for (const box of list.querySelectorAll<HTMLInputElement>('input'))
      box.checked = filters.services.includes(box.value);
    time.value = isTime(filters.openAt) ? filters.openAt : '';
    onPage('filters-done', HTMLElement).textContent =
      `Show ${countOf(found ? found.inside.length : matching.length, 'place')}`;
  };
  store.follow(['matching', 'found'], update);
  onPage('more-filters', HTMLElement).addEventListener('click', () => {
    dialog.showModal();
    update();
  });
};

/** Returns a checkbox for each service, in alphabetical order. Services of several codes can share an id. */
const serviceBoxes = ({ services }: NetworkMap) =>
  [...new Map(services.toReversed().map(({ id, name }) => [id, name]))]
    .sort(([, one], [, other]) => one.localeCompare(other))
    .map(([id, name]) => html`<label><input type="checkbox" value="${id}">${name}</label>`);
