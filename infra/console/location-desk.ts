import * as z from 'zod';
import { publishedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import type { LocationCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { dayMilliseconds, formatDate } from '../../shared/domain/location/hours/calendar.ts';
import { type Location, principalAddress } from '../../shared/domain/location/location.ts';
import { descriptionOfType } from '../../shared/domain/location/location-types.ts';
import { datesField, overrideField } from '../../shared/domain/location/overrides/override-fields.ts';
import { OperatorError } from '../operator/errors.ts';
import {
  type EditedLocation,
  type Edits,
  type HistoryEntry,
  locationEditor,
  type MadeChange,
} from '../operator/locations/location-editor.ts';
import type { OperatedStack } from '../operator/stack/operated-stack.ts';
import { type ListedLocation, locationReply, type networkReply, servedReply } from './contract.ts';
import { InvalidInput, operation } from './server.ts';

/** Fields of the form that are texts, by the names of their overrides. */
const textFields = [
  'name',
  'phone_number',
  'directions',
  'address.address_line_1',
  'address.address_line_2',
  'address.suburb',
  'address.state',
  'address.postcode',
] as const;

const shownChanges = 50;

const code = z.object({ code: z.string() });
const reason = z
  .string()
  .trim()
  .min(1, 'is needed, for the history')
  .max(500, 'must have at most 500 characters');
/** A change of a location that somebody has looked at. */
const looked = code.extend({ revision: z.string().nullable(), reason });
const values = z.record(z.string(), z.string());
type Values = z.infer<typeof values>;
const date = z.iso.date('must be a date');
const time = z.iso.time({ precision: -1, error: 'must be a time' });

const dates = looked
  .extend({ first: date, last: date, opens: time.or(z.literal('')), closes: time.or(z.literal('')) })
  .check((context) => {
    const { first, last, opens, closes } = context.value;
    const reject = (field: string, message: string) =>
      context.issues.push({ code: 'custom', path: [field], message, input: context.value });
    if (last < first) reject('last', 'must not be before the first day');
    if (opens !== '' && closes === '') reject('closes', 'is needed, too');
    if (closes !== '' && opens === '') reject('opens', 'is needed, too');
  });

/** Creates the operations of the page of locations. Every change goes through the editor of the command line. */
export const locationOperations = (stack: OperatedStack) => {
  const editor = locationEditor(stack);
  const catalogue = publishedCatalogue({ ...stack.published, checkSeconds: 1, now: Date.now });
  const network = networkOf();

  const view = async (code: string) => {
    const [edited, { entries }] = await Promise.all([
      editor.read(code),
      editor.history({ code, limit: shownChanges }),
    ]);
    return locationReply.parse(viewOf(edited, entries));
  };

  /** Returns the location after a change, unless somebody else was faster. */
  const afterwards = async (code: string, { batch, refused: [lost] }: MadeChange) => {
    if (lost) throw new OperatorError(`${lost.by} has changed it at ${lost.at}`, { code: 'busy' });
    if (batch === null) throw new OperatorError('this changes nothing', { code: 'wrong_usage' });
    return view(code);
  };

  const change = async ({ code, revision, reason }: z.infer<typeof looked>, edits: Edits) => {
    const plan = await editor.plan([code], edits, revision);
    return afterwards(code, await editor.make(plan, { reason, command: 'waypost console' }));
  };

  const changeValues = async ({ values, ...given }: z.infer<typeof looked> & { values: Values }) => {
    const { result } = await editor.read(given.code);
    if (!result) throw new OperatorError('the location is removed', { remedy: 'Undo its removal first' });
    return change(given, { set: editsOf(result, parseLine(lineWith(toLine(result), values))) });
  };

  const add = async ({ values, reason }: { values: Values; reason: string }) => {
    const added = parseLine(lineWith({ addresses: [{}], services: [] }, values));
    const existing = await editor.read(added.locationCode).catch(() => undefined);
    if (existing) throw new InvalidInput({ location_code: 'is the code of another location' });
    return change({ code: added.locationCode, revision: null, reason }, { set: { added } });
  };

  const closeOrOpen = ({ first, last, opens, closes, ...given }: z.infer<typeof dates>) => {
    const days = { startDate: formatted(first), endDate: formatted(last) };
    const entry =
      opens === ''
        ? { type: 'SPECIAL_CLOSED', ...days }
        : { type: 'SPECIAL_HOURS', startTime: opens, endTime: closes, ...days };
    return change(given, { set: { [datesField(first, last)]: [entry] } });
  };

  /** Calls the API, because only its responses show what clients see. */
  const served = async (code: string) => {
    const key = await stack.readKey();
    const { keySource } = stack;
    if (key === undefined) return servedReply.parse({ data: null, keySource });
    const read = async (path: string): Promise<unknown> => {
      const url = `${stack.apiUrl.replace(/\/$/, '')}${path}/${encodeURIComponent(code)}`;
      const response = await fetch(url, {
        headers: { 'auth-key': key },
        signal: AbortSignal.timeout(10_000),
      });
      return response.json();
    };
    const [v2, v3] = await Promise.all([
      read(`${basePathOf['locations-v2']}/points`),
      read(`${basePathOf['locations-v3']}/workcentres`),
    ]);
    return servedReply.parse({ data: { v2, v3 }, keySource });
  };

  return [
    operation('GET', '/api/network', z.object({}), async () => network(await catalogue.current())),
    operation('GET', '/api/location', code, ({ code }) => view(code)),
    operation('GET', '/api/location/served', code, ({ code }) => served(code)),
    operation('POST', '/api/location/values', looked.extend({ values }), changeValues),
    operation('POST', '/api/location/dates', dates, closeOrOpen),
    operation('POST', '/api/location/remove', looked, (given) => change(given, { set: { removed: true } })),
    operation('POST', '/api/location/unset', looked.extend({ field: z.string() }), ({ field, ...given }) =>
      change(given, { unset: [field] }),
    ),
    operation('POST', '/api/location/undo', code.extend({ batch: z.string(), reason }), async (given) =>
      afterwards(
        given.code,
        await editor.undo(given.batch, { reason: given.reason, command: 'waypost console' }),
      ),
    ),
    operation('POST', '/api/locations', z.object({ values, reason }), add),
  ];
};

/** Returns a function that lists a catalogue's locations, once for each version. */
const networkOf = () => {
  let version = '';
  let listed: z.infer<typeof networkReply>;
  return (catalogue: LocationCatalogue) => {
    if (catalogue.version === version) return listed;
    const { page } = catalogue.search({ filter: {}, offset: 0, size: catalogue.size });
    listed = {
      locations: Array.from(page, ({ location }) => toListed(location)),
      services: catalogue.capabilities
        .all()
        .map(({ serviceCode, description }) => ({ code: serviceCode, name: description })),
    };
    version = catalogue.version;
    return listed;
  };
};

const toListed = (location: Location): ListedLocation => {
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

const viewOf = (
  { code, revision, result, overrides, imported }: EditedLocation,
  entries: readonly HistoryEntry[],
): z.input<typeof locationReply> => {
  const batchOf = new Map(overrides.map(({ field, batch }) => [field, batch]));
  const textOf = (field: string) => String((result && overrideField(field)?.read(result)) ?? '');
  return {
    code,
    listed: result && toListed(result),
    revision,
    values: {
      ...Object.fromEntries(textFields.map((field) => [field, textOf(field)])),
      lat: String(result?.coordinates.lat ?? ''),
      lon: String(result?.coordinates.lon ?? ''),
    },
    services: result?.services.map((service) => service.code) ?? [],
    record: result ?? imported ?? null,
    overrides: [...overrides],
    history: entries.map(({ changes = [], ...entry }) => ({
      ...entry,
      changes: [...changes],
      canUndo: changes.every(
        ({ field, after }) => batchOf.get(field) === entry.batch || (after === null && !batchOf.has(field)),
      ),
    })),
  };
};

type Line = Record<string, unknown>;

/** Returns the line of an import file that has a location, for its schema, whose messages are for operators. */
const toLine = ({ coordinates, ...location }: Location): Line => ({
  ...inSnakeCase(location),
  ...coordinates,
});

const inSnakeCase = (value: unknown): Line => z.record(z.string(), z.unknown()).parse(snakeCase(value));

const snakeCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/(?<=line)(?=\d)/, '_'),
    snakeCase(inner),
  ]);
  return Object.fromEntries(members);
};

const addressed = z.looseObject({ addresses: z.array(z.looseObject({ type: z.string().optional() })) });
const offering = z.looseObject({ services: z.array(z.looseObject({ code: z.int() })) });

/** Returns a line with values of the form, which are texts. */
const lineWith = (given: Line, values: Readonly<Record<string, string>>): Line => {
  const line = structuredClone(given);
  const { addresses } = addressed.parse(line);
  const principal = addresses.find(({ type }) => type === 'STREET_ADDRESS') ?? addresses[0] ?? {};
  let { services } = offering.parse(line);
  for (const [name, text] of Object.entries(values)) {
    const [, member] = /^address\.(\w+)$/.exec(name) ?? [];
    const [, service] = /^service:(\d+)$/.exec(name) ?? [];
    const value = text.trim() === '' ? undefined : text.trim();
    if (member !== undefined) principal[member] = value;
    else if (service !== undefined) {
      const others = services.filter((each) => each.code !== Number(service));
      services = text === 'true' ? [...others, { code: Number(service) }] : others;
    } else line[name] = numeric.has(name) && value !== undefined ? toNumber(value) : value;
  }
  return { ...line, addresses, services };
};

const numeric = new Set(['lat', 'lon', 'work_centre_id']);
const toNumber = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

/** Parses a line. Throws InvalidInput with the names of the form's fields. */
const parseLine = (line: Line): Location => {
  const { data, error } = locationRecord.safeParse(line);
  if (data) return data;
  throw new InvalidInput(
    Object.fromEntries(
      error.issues.map(({ path: [first = '', , member], message }) => [
        first === 'addresses' ? `address.${String(member)}` : String(first),
        message,
      ]),
    ),
  );
};

/** Returns the override fields in which two records differ, with the values of the second. */
const editsOf = (before: Location, after: Location): Record<string, unknown> => {
  const services = [...before.services, ...after.services].map((service) => `service:${service.code}`);
  const fields = [...textFields, 'position', ...new Set(services)];
  const differing = fields.filter((field) => {
    const { read } = overrideField(field) ?? {};
    return JSON.stringify(read?.(before)) !== JSON.stringify(read?.(after));
  });
  return Object.fromEntries(differing.map((field) => [field, overrideField(field)?.read(after)]));
};

/** Formats 2026-12-24 as 24/12/2026. */
const formatted = (isoDate: string): string => formatDate(Date.parse(isoDate) / dayMilliseconds);
