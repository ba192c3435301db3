import { formatInstant, momentsOf } from '../../../shared/domain/location/hours/moment.ts';
import type { MapPlace } from '../../../shared/wire/map-file.ts';
import type { WorkCentreOpening } from '../../../shared/wire/work-centre.ts';
import { announce, keepFocus, onPage, setContent, successiveSignals } from '../browser/dom.ts';
import { type Content, type Html, html } from '../layout/html.ts';
import { formatLocal, hoursOfPlace, openingLine } from './hours.ts';
import { icon, kindIcon, kinds } from './kinds.ts';
import {
  type Address,
  addressOf,
  formatAddress,
  type LocationsApi,
  type ParcelNeeds,
  type PlaceFacts,
} from './locations-api.ts';
import { type LocatorStore, maxFactsAge } from './locator-state.ts';
import { fullName, localityOf } from './network.ts';

type Availability = NonNullable<PlaceFacts['availability']>;

interface DetailsOptions {
  readonly load: LocationsApi['place'];
  /** Places that do not meet these needs cannot be chosen. */
  readonly needs: ParcelNeeds;
  readonly choose: ((id: string) => void) | undefined;
}

/**
 * Shows the selected place instead of the results: immediately from the map file, then with details from the API. The
 * focus moves to the place's name, and back to the result when the details are closed.
 */
export const connectDetails = (store: LocatorStore, { load, needs, choose }: DetailsOptions): void => {
  const panel = onPage('details', HTMLElement);
  const results = onPage('results-panel', HTMLElement);
  const nextSignal = successiveSignals();
  let described: { readonly facts?: PlaceFacts | undefined; readonly failed?: boolean } = {};
  let loadedAt = 0;
  /** Text of the Share button after the place has been shared; undefined before. */
  let shared: string | undefined;

  const selectedPlace = () => store.place(store.get().selected);
  const draw = () => {
    const { network, now, facts } = store.get();
    const place = selectedPlace();
    if (!network || !place) return;
    const known: PlaceFacts = described.facts ?? facts.get(place.id) ?? { id: place.id };
    const { phone_number: phone, access_restriction_code: access = '' } = known.attributes ?? {};
    const [principal, ...others] = known.location?.addresses ?? [];
    const opening = network.openingAt(place, now);
    const content = html`<button type="button" class="chip back" data-do="close">${icon('back')}Back to results</button>
<div class="row details-title">${kindIcon(place.kind)}<div><h2 tabindex="-1">${fullName(place)}</h2><p class="muted">${kinds[place.kind].name}</p></div></div>
<p class="address muted">${addressOf(known) ?? localityOf(place)}</p>
${paragraph(phone)}
${paragraph(openingLine(opening))}
${unavailableLine(known, opening, now)}
<div class="row actions">${choose && isSuitable(known, needs, now) && html`<button type="button" class="button primary" data-do="choose">Choose this place</button>`}
<a class="button" href="${directionsTo(place)}" target="_blank" rel="noopener noreferrer">${icon('directions')}Directions</a>
${phone && html`<a class="button" href="tel:${phone.replace(/[^\d+]/g, '')}" aria-label="Call ${phone}">${icon('phone')}Call</a>`}${!choose && sharing(shared)}</div>
${described.failed && failure}
${section('Opening hours', hoursOfPlace(network, place, now))}
${section('Services', servicesOf(place, known))}
${section('Who can use it', paragraph(place.kind === 'UPL' && accessTexts[access]))}
${section('Parcels', paragraph(limitsText(known)))}
${section('Finding it', paragraph(principal?.attributes.directions))}
${section('Other addresses', others.map(otherAddress))}
<p class="muted">Code ${place.id}</p>`;
    keepFocus(panel, () => setContent(panel, content));
  };

  const describe = async (id: string) => {
    const signal = nextSignal();
    loadedAt = Date.now();
    const loaded = await load(id, needs, signal).then(
      (facts) => ({ facts }),
      () => (described.facts ? described : { failed: true }),
    );
    // Another place may be shown by now.
    if (signal.aborted) return;
    described = loaded;
    draw();
  };
  const open = (id: string) => {
    described = {};
    shared = undefined;
    draw();
    return describe(id);
  };

  const close = () => store.set({ selected: undefined });
  const deeds: Readonly<Record<string, (place: MapPlace) => unknown>> = {
    close,
    choose: ({ id }) => choose?.(id),
    retry: ({ id }) => open(id),
    share: async (place) => {
      const text = await share(place);
      if (text === undefined || place !== selectedPlace()) return;
      announce(text);
      shared = text;
      draw();
    },
    print: () => print(),
  };
  panel.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-do]');
    const place = selectedPlace();
    if (button && place) deeds[button.dataset.do ?? '']?.(place);
  });
  store.follow(['selected', 'network'], ({ network, selected }, previous) => {
    if (!network || (selected ?? previous.selected) === undefined) return;
    const isOpen = selected !== undefined;
    panel.hidden = !isOpen;
    results.hidden = isOpen;
    document.body.classList.toggle('has-details', isOpen);
    if (isOpen) {
      void open(selected);
      panel.querySelector('h2')?.focus({ preventScroll: true });
      return;
    }
    nextSignal();
    const item = results.querySelector(`[data-id="${CSS.escape(previous.selected ?? '')}"]`);
    (item?.querySelector('button') ?? onPage('results-heading', HTMLElement)).focus();
  });
  store.follow(['now'], ({ selected, now }) => {
    draw();
    if (selected !== undefined && now - loadedAt > maxFactsAge) void describe(selected);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || panel.hidden || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    close();
  });
};

/** Whether a place accepts parcels at a time. After `until`, a report no longer applies. */
const isAccepting = ({ accepting, until = '' }: Availability, now: number): boolean =>
  accepting || Date.parse(until) <= now;

/** `Not accepting parcels: full until 8 pm`, or undefined if the place accepts parcels. */
export const unavailableLine = (
  { availability }: PlaceFacts,
  opening: WorkCentreOpening | undefined,
  now: number,
): Html | undefined => {
  if (!availability || isAccepting(availability, now)) return undefined;
  const { reason, until } = availability;
  const why = reason && { FULL: 'full', FAULT: 'out of order', SUSPENDED: 'suspended' }[reason];
  const end = until && opening && localTime(Date.parse(until), opening.time_zone);
  return html`<p class="warning">Not accepting parcels${why && `: ${why}`}${end && ` until ${formatLocal(end, opening.at)}`}</p>`;
};

/** Returns an instant as RFC 3339 in local time, or undefined if the time zone is unknown. */
const localTime = (time: number, timeZone: string): string | undefined => {
  const moment = momentsOf({ time, isLocal: false })(timeZone);
  return moment && formatInstant(time, moment);
};

/** Whether a place meets the needs. Until the API says that a parcel may fit, the place is not suitable. */
const isSuitable = (
  { availability, parcel_limits }: PlaceFacts,
  { parcel, accepting }: ParcelNeeds,
  now: number,
) =>
  (parcel === undefined || (parcel_limits?.fits ?? 'NO') !== 'NO') &&
  (!accepting || !availability || isAccepting(availability, now));

/** Returns a section, unless it has no content. */
const section = (title: string, content: Content): Content =>
  html`${content}`.text && html`<section><h3>${title}</h3>${content}</section>`;

const paragraph = (content: Content): Content => content && html`<p>${content}</p>`;

/** `shared` replaces the text of the Share button. */
const sharing = (shared: string | undefined): Html =>
  html`<button type="button" class="button" data-do="share">${shared ?? html`${icon('share')}Share`}</button>
<button type="button" class="button" data-do="print">${icon('print')}Print</button>`;

/** Returns a link to the device's maps app or, if it has none, to OpenStreetMap. */
const directionsTo = ({ lat, lon }: MapPlace): string => {
  const { userAgent } = navigator;
  if (/Android/.test(userAgent)) return `geo:${lat},${lon}?q=${lat},${lon}`;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${lat},${lon}`;
  return `https://www.openstreetmap.org/directions?to=${lat}%2C${lon}`;
};

/** Returns a message, or undefined if the device's own dialog reports the outcome. */
const share = async (place: MapPlace): Promise<string | undefined> => {
  const url = `${location.origin}/locator/?place=${encodeURIComponent(place.id)}`;
  const hasDialog = typeof navigator.share === 'function';
  try {
    await (hasDialog ? navigator.share({ title: fullName(place), url }) : navigator.clipboard.writeText(url));
    return hasDialog ? undefined : 'Link copied';
  } catch {
    // Visitors can also close the dialog without sharing.
    return hasDialog ? undefined : `The link could not be copied: ${url}`;
  }
};

const failure = html`<p class="notice" role="alert">The street address, phone number and other details could not be loaded. <button type="button" class="chip" data-do="retry">Try again</button></p>`;

const servicesOf = (place: MapPlace, { attributes }: PlaceFacts): Content => {
  const described = attributes?.operational_capabilities?.map(
    ({ attributes: { name, categories, appointment_required } }) => ({
      name: appointment_required === 'true' ? `${name} (by appointment)` : name,
      category: categories[0]?.name ?? 'Other services',
    }),
  );
  const services = described ?? place.services.map(({ name }) => ({ name, category: '' }));
  const groups = [...Map.groupBy(services, ({ category }) => category)].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  return groups.map(([category, members]) => {
    const names = [...new Set(members.map(({ name }) => name))].sort();
    return html`${groups.length > 1 && html`<h4 class="muted">${category}</h4>`}<ul class="service-names">${names.map((name) => html`<li>${name}</li>`)}</ul>`;
  });
};

const accessTexts: Readonly<Record<string, string>> = {
  AL: 'Anyone can use this parcel locker.',
  RD: 'Only registered customers can use this parcel locker.',
};

const addressTypes: Readonly<Record<string, string>> = {
  STREET_ADDRESS: 'Street address',
  PARCEL_COLLECT: 'Parcel collection',
  COLLECTION_POINT: 'Collection point',
};

const otherAddress = (address: Address): Html =>
  html`<p>${addressTypes[address.type] ?? 'Address'}: ${formatAddress(address)}</p>`;

const fitTexts: Readonly<Record<string, string>> = {
  YES: 'Your parcel fits.',
  NO: 'Your parcel is too large.',
  UNKNOWN: 'It is not known whether your parcel fits.',
};

/** `Your parcel fits. Up to 105 × 60 × 60 cm and 22 kg.` */
const limitsText = ({ parcel_limits: { edges, girth, weight, fits } = {} }: PlaceFacts): string => {
  const size = edges && `${edges.map((millimetres) => millimetres / 10).join(' × ')} cm`;
  const limits = [size, girth && `a girth of ${girth / 10} cm`, weight && `${weight / 1000} kg`];
  const known = limits.filter(Boolean).join(' and ');
  return [fits && fitTexts[fits], known && `Up to ${known}.`].filter(Boolean).join(' ');
};
