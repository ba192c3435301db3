import type { ShownWorkCentre } from '../api/answers.ts';
import { distanceInWords } from '../search/in-words.ts';
import type { LocatorState, LocatorStore } from '../state/locator-state.ts';
import { addressInWords, principalAddressOf } from './address-in-words.ts';
import { element } from './element.ts';
import { type AskedOfApi, operatorFacts } from './operator-facts.ts';
import { placeFacts } from './place-facts.ts';
import { placeHours } from './place-hours.ts';
import { placeStatus } from './place-status.ts';

/** A result on the page, and the parts of it that change. */
interface ShownPlace {
  readonly workCentre: ShownWorkCentre;
  readonly item: HTMLLIElement;
  readonly toggle: HTMLButtonElement;
  readonly status: HTMLElement;
  readonly details: HTMLElement;
}

const nameOf = ({ attributes }: ShownWorkCentre): string =>
  attributes.business_long_name ?? attributes.business_name;

const newPlace = (workCentre: ShownWorkCentre, place: number, store: LocatorStore): ShownPlace => {
  const { id, attributes, location } = workCentre;
  const principal = principalAddressOf(workCentre);
  const address = element(
    'p',
    { class: 'address', attributes: { id: `address-of-${id}` } },
    principal ? addressInWords(principal) : 'No address',
  );
  const status = element('span', {});
  const details = element('div', { class: 'details', attributes: { id: `details-of-${id}` } });
  const toggle = element(
    'button',
    {
      // Boxes of a street have one name: whoever hears it, and sees no line below, needs to tell them apart.
      attributes: { type: 'button', 'aria-controls': details.id, 'aria-describedby': address.id },
      onClick: () => store.set({ selected: store.get().selected === id ? undefined : id }),
    },
    element('span', { class: 'number', attributes: { 'aria-hidden': 'true' } }, String(place)),
    nameOf(workCentre),
  );
  const highlight = () => store.set({ highlighted: id });
  const rest = () => store.set({ highlighted: undefined });
  const item = element(
    'li',
    { class: 'place' },
    element('h2', {}, toggle),
    element(
      'p',
      { class: 'line' },
      element('span', { class: 'distance' }, distanceInWords(location.attributes.distance)),
      element('span', {}, attributes.org_unit_type_description),
      status,
    ),
    address,
    details,
  );
  item.addEventListener('pointerenter', highlight);
  item.addEventListener('pointerleave', rest);
  item.addEventListener('focusin', highlight);
  item.addEventListener('focusout', rest);
  return { workCentre, item, toggle, status, details };
};

/** Keeps the list of results as the store has it: the accessible view of the map. */
export const followResults = (list: HTMLOListElement, store: LocatorStore, api: AskedOfApi): void => {
  let places: readonly ShownPlace[] = [];

  const showDetails = ({ workCentre, details, toggle, item }: ShownPlace, state: LocatorState) => {
    const isSelected = state.selected === workCentre.id;
    toggle.setAttribute('aria-expanded', String(isSelected));
    item.classList.toggle('selected', isSelected);
    details.hidden = !isSelected;
    details.replaceChildren(
      ...(isSelected
        ? [...placeHours(workCentre, state), placeFacts(workCentre), operatorFacts(workCentre, api)]
        : []),
    );
  };

  const showStatus = ({ workCentre, status }: ShownPlace, state: LocatorState) =>
    status.replaceChildren(...[placeStatus(workCentre, state)].filter((shown) => shown !== undefined));

  const showPlaces = (state: LocatorState) => {
    const workCentres = state.found?.workCentres ?? [];
    // Pages are added to what stands there, so that whoever reads on is not thrown back.
    const isLonger = places.every(({ workCentre }, at) => workCentre === workCentres[at]);
    const kept = isLonger ? places : [];
    const added = workCentres
      .slice(kept.length)
      .map((workCentre, at) => newPlace(workCentre, kept.length + at + 1, store));
    places = [...kept, ...added];
    list.replaceChildren(...places.map(({ item }) => item));
    for (const place of added) showDetails(place, state);
  };

  const revealSelected = ({ selected }: LocatorState) => {
    places.find(({ workCentre }) => workCentre.id === selected)?.item.scrollIntoView({ block: 'nearest' });
  };

  store.follow((state, before) => {
    if (state.found !== before.found) {
      showPlaces(state);
      if (state.found?.search !== before.found?.search) revealSelected(state);
    }
    if (state.selected !== before.selected || state.timeZoneOf !== before.timeZoneOf) {
      const touched = new Set([state.selected, before.selected]);
      for (const place of places) if (touched.has(place.workCentre.id)) showDetails(place, state);
      revealSelected(state);
    }
    if (state.found !== before.found || state.timeZoneOf !== before.timeZoneOf || state.now !== before.now) {
      for (const place of places) showStatus(place, state);
    }
    if (state.highlighted !== before.highlighted) {
      for (const { item, workCentre } of places) {
        item.classList.toggle('highlighted', workCentre.id === state.highlighted);
      }
    }
    list.setAttribute('aria-busy', String(state.isSearching));
  });
};
