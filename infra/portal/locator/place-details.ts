import type { MapPlace } from '../../../shared/wire/map-file.ts';
import type { CapabilityOpening } from '../../../shared/wire/work-centre.ts';
import { button, type Content, element, icon, keepFocus, onPage } from './dom.ts';
import { formatLocal, hoursOfPlace, openingLine } from './hours.ts';
import { kindOf } from './kinds.ts';
import { addressOf, formatAddress, type PlaceFacts } from './locations-api.ts';
import type { LocatorStore } from './locator-state.ts';
import { fullName, localityOf } from './network.ts';

/** Response of the API about a place, or that it failed. */
type Described = { readonly facts?: PlaceFacts | undefined; readonly failed?: boolean };

interface DetailsOptions {
  /** Requests a place from the API. */
  readonly load: (id: string, signal: AbortSignal) => Promise<PlaceFacts | undefined>;
  readonly choose?: ((id: string) => void) | undefined;
  readonly say: (text: string) => void;
  /** Whether the visitor has a key, and so works with the API. */
  readonly isPartner: () => boolean;
}

/**
 * Shows the place that is selected instead of the results: at once from the map file, then with what the API adds. The
 * focus moves to its name, and back to the result when it is closed.
 */
export const connectDetails = (store: LocatorStore, options: DetailsOptions): void => {
  const panel = onPage('details', HTMLElement);
  const results = onPage('results-panel', HTMLElement);
  let request = new AbortController();
  let described: Described = {};

  const close = () => store.set({ selected: undefined });

  const draw = () => {
    const { network, selected, now, facts } = store.get();
    const place = network?.places.find(({ id }) => id === selected);
    if (!network || !place) return;
    const known = described.facts ?? facts.get(place.id);
    const opening = network.openingAt(place, now);
    panel.replaceChildren(
      button({ class: 'plain back', onclick: close }, icon('icon-back'), 'Back to results'),
      ...header(place, opening, known),
      actions(place, known, options),
      ...(described.failed ? [failure(() => void load(place.id))] : []),
      section('Opening hours', ...hoursOfPlace(network, place, now)),
      ...servicesSection(place, known),
      ...factsSections(place, known),
      element('p', { class: 'note' }, options.isPartner() ? partnerLine(place, known) : `Code ${place.id}`),
    );
  };

  const load = async (id: string) => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    described = {};
    keepFocus(panel, draw);
    const loaded: Described = await options.load(id, signal).then(
      (facts) => ({ facts }),
      () => ({ failed: true }),
    );
    // Another place may be shown by now.
    if (signal.aborted) return;
    described = loaded;
    keepFocus(panel, draw);
  };

  const show = (selected: string | undefined, previous: string | undefined) => {
    const isOpen = selected !== undefined;
    panel.hidden = !isOpen;
    results.hidden = isOpen;
    document.body.classList.toggle('has-details', isOpen);
    if (isOpen) {
      void load(selected);
      panel.closest('.scroll')?.scrollTo({ top: 0 });
      panel.querySelector('h2')?.focus();
      return;
    }
    request.abort();
    const result = results.querySelector<HTMLElement>(
      `[data-id="${CSS.escape(previous ?? '')}"] .result-name`,
    );
    (result ?? onPage('results-heading', HTMLElement)).focus();
  };

  store.follow(({ network, selected, now }, previous) => {
    if (!network) return;
    if (selected !== previous.selected || network !== previous.network) {
      if (selected !== undefined || previous.selected !== undefined) show(selected, previous.selected);
    } else if (selected !== undefined && now !== previous.now) keepFocus(panel, draw);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || panel.hidden || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    close();
  });
};

/** `Not accepting parcels: full until 8 pm`; undefined if it accepts them. */
export const availabilityText = (
  { accepting, reason, until }: NonNullable<PlaceFacts['availability']>,
  opening: Pick<CapabilityOpening, 'at'> | undefined,
): string | undefined => {
  if (accepting) return undefined;
  const why = { FULL: 'full', FAULT: 'out of order', SUSPENDED: 'suspended' }[reason ?? ''];
  const end = until && opening ? ` until ${formatLocal(onClockOf(until, opening.at), opening.at)}` : '';
  return `Not accepting parcels${why ? `: ${why}` : ''}${end}`;
};

/** Writes an instant with the offset of another one. */
const onClockOf = (instant: string, other: string): string => {
  const [, sign = '+', hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)$/.exec(other) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return new Date(Date.parse(instant) + offset).toISOString();
};

const section = (title: string, ...contents: readonly Content[]): HTMLElement =>
  element('section', {}, element('h3', {}, title), ...contents);

const header = (
  place: MapPlace,
  opening: CapabilityOpening | undefined,
  facts: PlaceFacts | undefined,
): readonly HTMLElement[] => {
  const isKnown = opening !== undefined && opening.state !== 'UNKNOWN';
  const phone = facts?.attributes?.phone_number;
  const unavailable = facts?.availability && availabilityText(facts.availability, opening);
  return [
    element(
      'div',
      { class: 'details-title' },
      icon(`kind-${place.kind}`, `kind ${place.kind}`),
      element(
        'div',
        {},
        element('h2', { tabindex: '-1' }, fullName(place)),
        element('p', { class: 'kind-name' }, kindOf(place.kind).name),
      ),
    ),
    element('p', { class: 'address' }, (facts && addressOf(facts)) ?? localityOf(place)),
    ...(phone ? [element('p', {}, phone)] : []),
    ...(isKnown ? [element('p', { class: 'hours-line' }, openingLine(opening))] : []),
    ...(unavailable ? [element('p', { class: 'warning' }, unavailable)] : []),
  ];
};

const actions = (
  place: MapPlace,
  facts: PlaceFacts | undefined,
  { choose, say }: DetailsOptions,
): HTMLElement => {
  const phone = facts?.attributes?.phone_number;
  return element(
    'div',
    { class: 'actions' },
    choose && button({ class: 'button primary', onclick: () => choose(place.id) }, 'Choose this place'),
    element(
      'a',
      { class: 'button', href: directionsTo(place), target: '_blank', rel: 'noopener noreferrer' },
      icon('icon-directions'),
      'Directions',
    ),
    phone !== undefined &&
      element(
        'a',
        {
          class: 'button',
          href: `tel:${phone.replace(/[^\d+]/g, '')}`,
          'aria-label': `Call ${phone}`,
        },
        icon('icon-phone'),
        'Call',
      ),
    !choose &&
      button({ class: 'button', onclick: () => void share(place, say) }, icon('icon-share'), 'Share'),
    !choose && button({ class: 'button', onclick: () => print() }, icon('icon-print'), 'Print'),
  );
};

/** The maps of the device; a public one on computers, which have none. */
const directionsTo = ({ lat, lon }: MapPlace): string => {
  const { userAgent } = navigator;
  if (/Android/.test(userAgent)) return `geo:${lat},${lon}?q=${lat},${lon}`;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${lat},${lon}`;
  return `https://www.openstreetmap.org/directions?to=${lat}%2C${lon}`;
};

const share = async (place: MapPlace, say: (text: string) => void): Promise<void> => {
  const url = `${location.origin}/locator/?place=${encodeURIComponent(place.id)}`;
  try {
    if (navigator.share) return await navigator.share({ title: fullName(place), url });
    await navigator.clipboard.writeText(url);
    say('Link copied');
  } catch (error) {
    // The visitor changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    say(`The link could not be copied: ${url}`);
  }
};

const failure = (retry: () => void): HTMLElement =>
  element(
    'p',
    { class: 'notice', role: 'alert' },
    'The street address, phone number and other details could not be loaded. ',
    button({ class: 'plain', onclick: retry }, 'Try again'),
  );

const servicesSection = (place: MapPlace, facts: PlaceFacts | undefined): readonly HTMLElement[] => {
  const offered = facts?.attributes?.operational_capabilities;
  const named = offered
    ? offered.map(({ attributes: { name, categories, appointment_required } }) => ({
        name: appointment_required === 'true' ? `${name} (by appointment)` : name,
        category: categories[0]?.name ?? 'Other services',
      }))
    : place.services.map(({ name }) => ({ name, category: '' }));
  if (named.length === 0) return [];
  const groups = [...Map.groupBy(named, ({ category }) => category)].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  return [
    section(
      'Services',
      ...groups.flatMap(([category, services]) => [
        groups.length > 1 && element('h4', {}, category),
        element(
          'ul',
          { class: 'service-names' },
          ...[...new Set(services.map(({ name }) => name))].sort().map((name) => element('li', {}, name)),
        ),
      ]),
    ),
  ];
};

/** Meanings of `access_restriction_code` that are published. */
const accessTexts: Readonly<Record<string, string>> = {
  AL: 'Anyone can use this parcel locker.',
  RD: 'Only registered customers can use this parcel locker.',
};

const factsSections = (place: MapPlace, facts: PlaceFacts | undefined): readonly HTMLElement[] => {
  const access = accessTexts[facts?.attributes?.access_restriction_code ?? ''];
  const limits = facts?.parcel_limits && limitsText(facts.parcel_limits);
  const [principal, ...others] = facts?.location?.addresses ?? [];
  const directions = principal?.attributes.directions;
  return [
    ...(place.kind === 'UPL' && access ? [section('Who can use it', element('p', {}, access))] : []),
    ...(limits ? [section('Parcels', element('p', {}, limits))] : []),
    ...(directions ? [section('Finding it', element('p', {}, directions))] : []),
    ...(others.length > 0
      ? [
          section(
            'Other addresses',
            ...others.map(({ type, attributes }) =>
              element('p', {}, `${addressTypes[type] ?? 'Address'}: ${formatAddress(attributes)}`),
            ),
          ),
        ]
      : []),
  ];
};

/** Codes for those who work with the API. */
const partnerLine = ({ id, kind, lat, lon }: MapPlace, facts: PlaceFacts | undefined): string => {
  const { access_restriction_code: access, location_type_code: site } = facts?.attributes ?? {};
  const codes = [id, kind, `${lat}, ${lon}`, access && `access ${access}`, site && `location type ${site}`];
  return codes.filter(Boolean).join(' · ');
};

const addressTypes: Readonly<Record<string, string>> = {
  STREET_ADDRESS: 'Street address',
  PARCEL_COLLECT: 'Parcel collection',
  COLLECTION_POINT: 'Collection point',
};

const fitTexts: Readonly<Record<string, string>> = {
  YES: 'Your parcel fits.',
  NO: 'Your parcel is too large.',
  UNKNOWN: 'It is not known whether your parcel fits.',
};

/** `Up to 105 × 60 × 60 cm and 22 kg.` */
const limitsText = ({ edges, girth, weight, fits }: NonNullable<PlaceFacts['parcel_limits']>): string => {
  const size = edges && `${edges.map((millimetres) => millimetres / 10).join(' × ')} cm`;
  const limits = [size, girth && `a girth of ${girth / 10} cm`, weight && `${weight / 1000} kg`];
  const known = limits.filter(Boolean);
  const text = known.length > 0 ? `Up to ${known.join(' and ')}.` : '';
  return [fitTexts[fits ?? ''], text].filter(Boolean).join(' ');
};
