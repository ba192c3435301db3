import type { Capability } from '../../shared/domain/capability/capability.ts';
import { type Location, principalAddress } from '../../shared/domain/location/location.ts';
import { descriptionOfType, locationTypes } from '../../shared/domain/location/location-types.ts';
import { overrideField } from '../../shared/domain/location/overrides/override-fields.ts';
import { formatValue } from '../operator/locations/assignments.ts';
import { formatHours } from '../operator/locations/hours-text.ts';
import type { EditedLocation, HistoryEntry } from '../operator/locations/location-editor.ts';
import { type Content, type Html, html } from '../portal/layout/html.ts';
import type { ListedLocation } from './contract.ts';
import { code, type Field, facts, formSection, instant, list, section, table } from './parts.ts';

/** Fields of the details form, named like the overrides that they set. */
const detailFields: readonly Field[] = [
  { name: 'name', label: 'Name' },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
  { name: 'address.address_line_1', label: 'Address line 1', required: true },
  { name: 'address.address_line_2', label: 'Address line 2' },
  { name: 'address.suburb', label: 'Suburb' },
  { name: 'address.state', label: 'State' },
  { name: 'address.postcode', label: 'Postcode', hint: 'four digits' },
  { name: 'position', label: 'Position', hint: 'latitude,longitude in degrees', required: true },
  { name: 'hours', label: 'Usual week', hint: 'such as Mo-Fr 09:00-12:30, 13:30-17:00; Sa 09:00-12:00' },
  { name: 'hours_confirmed_on', label: 'Hours confirmed on', type: 'date' },
  { name: 'time_zone', label: 'Time zone', hint: 'such as Australia/Perth' },
  { name: 'directions', label: 'Directions' },
  { name: 'opens_on', label: 'First day of service', type: 'date', hint: 'not served before' },
  { name: 'closes_on', label: 'Last day of service', type: 'date', hint: 'closed for good afterwards' },
];

const newFields: readonly Field[] = [
  { name: 'location_code', label: 'Code', hint: 'letters, digits, _ and -', required: true },
  { name: 'type', label: 'Type', hint: locationTypes.join(', '), required: true },
  { name: 'work_centre_id', label: 'Work centre', hint: 'at most 9 digits', required: true },
  ...detailFields,
];

export const closed = 'closed';

const dateFields: readonly Field[] = [
  { name: 'first', label: 'First day', type: 'date', required: true },
  { name: 'last', label: 'Last day', type: 'date', required: true },
  { name: 'hours', label: 'Hours', hint: 'closed, or such as 09:00-12:00, 13:00-15:00', required: true },
];

const serviceFields = (services: readonly Capability[]) => ({
  title: 'Services',
  hint: 'yes, no, or the hours of the service, such as Mo-Fr 09:00-12:00; Sa 09:00-11:00',
  fields: services.map(({ serviceCode, description }) => ({
    name: `service:${serviceCode}`,
    label: `${description} (${serviceCode})`,
  })),
});

export interface Shown {
  readonly services: readonly Capability[];
  readonly served: Content;
  /** Explains how to list older changes than the history shows. */
  readonly older: Content;
  readonly notice?: string;
  /** Codes of the locations that the page publishes next, separated by commas. */
  readonly changed?: string;
}

export const locationPage = (
  { code: id, imported, result, revision, overrides }: EditedLocation,
  history: readonly HistoryEntry[],
  { services, served, older, notice = '', changed = '' }: Shown,
): Html => {
  const more = serviceFields(services);
  const fields = [...detailFields, ...more.fields];
  const forms = [
    formSection({
      title: 'Details',
      path: '/api/location/values',
      fields: detailFields,
      values: Object.fromEntries(fields.map(({ name }) => [name, textOf(result, name)])),
      more,
      mayEnd: true,
      button: 'Save the details',
    }),
    formSection({
      title: 'Closed, or special hours',
      path: '/api/location/dates',
      fields: dateFields,
      values: { hours: closed },
      button: 'Save the days',
    }),
    formSection({
      title: 'Removal',
      path: '/api/location/remove',
      mayEnd: true,
      button: 'Remove the location',
    }),
  ];
  const listed = result && toListed(result);
  const record = result ?? imported;
  return html`<article data-code="${id}" data-revision="${revision ?? ''}" data-listed="${JSON.stringify(listed)}" data-notice="${notice}" data-changed="${changed}">
<h2 tabindex="-1">${listed?.name} ${code(id)}</h2>
${listed ? forms : html`<p class="notice">This location has been removed.</p>`}
${section('Overrides', overrideTable(overrides))}
${section('History', historyTable(history, overrides), older)}
${section('What clients get', served)}
${section('The record', record && recordFacts(record, services))}
</article>`;
};

/** Returns a field's value as text for the form, or an empty string if there is no value. */
const textOf = (location: Location | undefined, field: string): string => {
  const value = (location && overrideField(field)?.read(location)) ?? [];
  return Array.isArray(value) && value.length === 0 ? '' : formatValue(field, value);
};

/** Returns the data with which the page finds a location and shows it on the map. */
export const toListed = (location: Location): ListedLocation => {
  const { locationCode: code, type, name, longName, phoneNumber, workCentreId, formerCodes = [] } = location;
  const { suburb, state, postcode } = principalAddress(location);
  const addresses = location.addresses.flatMap((address) => Object.values(address));
  const texts = [code, name, longName, descriptionOfType[type], phoneNumber, workCentreId, ...formerCodes];
  return {
    code,
    type,
    name: name ?? descriptionOfType[type],
    locality: [suburb, state, postcode].filter(Boolean).join(' '),
    ...location.coordinates,
    text: [...texts, ...addresses].join(' ').toLowerCase(),
  };
};

export const newLocationPage = (services: readonly Capability[]): Html => {
  const more = serviceFields(services);
  return html`<article>${formSection({
    title: 'New location',
    path: '/api/locations',
    fields: newFields,
    values: Object.fromEntries(more.fields.map(({ name }) => [name, 'no'])),
    more,
    mayEnd: true,
    button: 'Add the location',
  })}</article>`;
};

const changeButton = (text: string, label: string, path: string, data: object): Html => {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${String(value)}"`);
  return html`<form data-path="${path}"${attributes}><button class="button small" aria-label="${label}">${text}</button></form>`;
};

type Overrides = EditedLocation['overrides'];

const overrideTable = (overrides: Overrides): Html => {
  const rows = overrides.map(({ field, value, state, until, by, reason }) => {
    const data = { field, reason: 'The imported value applies again' };
    const label = `Use the imported value of ${field}`;
    const unset = changeButton('Use the imported value', label, '/api/location/unset', data);
    return [code(field), formatValue(field, value), state, until, by, reason, unset];
  });
  const headings = ['Field', 'Value', 'State', 'Until', 'By', 'Reason', 'Action'];
  return table('Overrides', headings, rows, 'No field is overridden. All values are imported.');
};

const historyTable = (history: readonly HistoryEntry[], overrides: Overrides): Html => {
  const batchOf = new Map(overrides.map(({ field, batch }) => [field, batch]));
  const rows = history.map(({ batch, at, by, reason, changes = [] }) => {
    // A change can be undone only if no later change concerns the same fields.
    const canUndo = changes.every(
      ({ field, after }) => batchOf.get(field) === batch || (after === null && !batchOf.has(field)),
    );
    const data = { batch, reason: `Undo: ${reason}` };
    const undo = canUndo && changeButton('Undo', `Undo ${reason}`, '/api/location/undo', data);
    const texts = changes.map(
      ({ field, before, after }) => `${field}: ${formatValue(field, before)} → ${formatValue(field, after)}`,
    );
    return [instant(at), by, reason, list(texts), undo];
  });
  const headings = ['At', 'By', 'Reason', 'Changes', 'Action'];
  return table('History', headings, rows, 'This location has no manual changes.');
};

/** Shows the stored record, including manual changes, in plain words. */
const recordFacts = (record: Location, services: readonly Capability[]): Html => {
  const { type, coordinates, addresses, services: offered, hours, usageType, ...more } = record;
  const { parcelLimits, ...others } = more;
  const { edges, girth, weight } = parcelLimits ?? {};
  const names = new Map(services.map((each) => [each.serviceCode, each.description]));
  const hoursOf = (own: Location['hours'] = []) => (own.length > 0 ? `: ${formatHours(own)}` : '');
  return facts([
    ['Type', descriptionOfType[type]],
    ...factsOf(others),
    ['Position', `${coordinates.lat}, ${coordinates.lon}`],
    ...addresses.flatMap(({ type: use, ...lines }) =>
      factsOf({ [use.toLowerCase().replace('_', ' ')]: lines }),
    ),
    ['Hours', list(formatHours(hours).split('; '))],
    ['Used by', usageType && { 1: 'anyone', 2: 'registered users only' }[usageType]],
    ['Maximum edges', edges && `${edges.join(' × ')} mm`],
    ['Maximum girth', girth && `${girth} mm`],
    ['Maximum weight', weight && `${weight} g`],
    [
      'Services',
      list(
        offered.map(
          (each) => `${names.get(each.code) ?? 'unknown service'} (${each.code})${hoursOf(each.hours)}`,
        ),
      ),
    ],
  ]);
};

/** Returns the members of an object as facts with readable names, such as `Delivery point ID`. */
const factsOf = (members: object): (readonly [string, Content])[] =>
  Object.entries(members).map(([name, value]) => {
    const words = name.replaceAll(/[A-Z]|\d+/g, (found) => ` ${found.toLowerCase()}`).replace(/ id$/, ' ID');
    return [`${words.charAt(0).toUpperCase()}${words.slice(1)}`, contentOf(value)];
  });

const contentOf = (value: unknown): Content => {
  if (Array.isArray(value)) return list(value.map(contentOf));
  return typeof value === 'object' && value !== null ? facts(factsOf(value)) : String(value);
};
