import * as z from 'zod';
import { publishedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import type { LocationCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { hourEntry } from '../../shared/domain/location/hours/entries.ts';
import { type Location, principalAddress } from '../../shared/domain/location/location.ts';
import { descriptionOfType } from '../../shared/domain/location/location-types.ts';
import { datesField, overrideField } from '../../shared/domain/location/overrides/override-fields.ts';
import { OperatorError } from '../operator/errors.ts';
import { formatValue, parseValue } from '../operator/locations/assignments.ts';
import { refuseExisting, timeZoneWarnings } from '../operator/locations/change.ts';
import {
  type Edits,
  type HistoryEntry,
  locationEditor,
  type MadeChange,
} from '../operator/locations/location-editor.ts';
import type { OperatedStack } from '../operator/stack/operated-stack.ts';
import {
  type ListedLocation,
  locationReply,
  maxReason,
  type Network,
  networkReply,
  servedReply,
  undoReply,
} from './contract.ts';
import { InvalidInput, operation } from './server.ts';

/** Fields of the form, by the names of their overrides. */
const formFields = [
  'name',
  'phone_number',
  'address.address_line_1',
  'address.address_line_2',
  'address.suburb',
  'address.state',
  'address.postcode',
  'position',
  'hours',
  'directions',
];

const shownChanges = 50;
/** For the history. */
const command = 'waypost console';

const code = z.object({ code: z.string() });
const reason = z
  .string()
  .trim()
  .min(1, 'is needed')
  .max(maxReason, `must have at most ${maxReason} characters`);
/** A change of a location that somebody has looked at. */
const looked = code.extend({ revision: z.string().nullable(), reason });
type Looked = z.infer<typeof looked>;
/** Values as texts, by the names of fields. */
const values = z.record(z.string(), z.string());
type Values = z.infer<typeof values>;
const date = z.iso.date('must be a date');
const dates = looked
  .extend({ first: date, last: date, hours: z.string() })
  .refine(({ first, last }) => first <= last, { path: ['last'], error: 'must not be before the first day' });

/** Creates the operations of the page of locations. Every change goes through the editor of the command line. */
export const locationOperations = (stack: OperatedStack) => {
  const editor = locationEditor(stack);
  const catalogue = publishedCatalogue({ ...stack.published, checkSeconds: 1, now: Date.now });
  const networkOf = networkByVersion();

  const view = async (code: string, warnings: readonly string[] = []) => {
    const { result, imported, revision, overrides } = await editor.read(code);
    const { entries } = await editor.history({ code, limit: shownChanges });
    const offered = result?.services.map((service) => `service:${service.code}`) ?? [];
    const textOf = (field: string) => {
      const value = (result && overrideField(field)?.read(result)) ?? null;
      return value === null ? '' : formatValue(field, value);
    };
    const batchOf = new Map(overrides.map(({ field, batch }) => [field, batch]));
    return locationReply.parse({
      code,
      listed: result && toListed(result),
      revision,
      values: Object.fromEntries([...formFields, ...offered].map((field) => [field, textOf(field)])),
      record: result ?? imported ?? null,
      overrides: overrides.map((each) => ({ ...each, value: formatValue(each.field, each.value) })),
      history: entries.map((entry) => toHistory(entry, batchOf)),
      warnings,
    });
  };

  /** Returns the location after a change, unless somebody else was faster. */
  const afterwards = (code: string, { batch, refused: [lost] }: MadeChange, warnings?: readonly string[]) => {
    if (lost) throw new OperatorError(`${lost.by} has changed it at ${lost.at}`, { code: 'busy' });
    if (batch === null) throw new OperatorError('this changes nothing', { code: 'wrong_usage' });
    return view(code, warnings);
  };

  const change = async ({ code, revision, reason }: Looked, edits: Edits) => {
    const plan = await editor.plan([code], edits, revision);
    const made = await editor.make(plan, { reason, command });
    return afterwards(code, made, timeZoneWarnings(plan, edits));
  };

  const add = async ({ values, reason }: { values: Values; reason: string }) => {
    const added = parseNew(values);
    const { locationCode: code } = added;
    await refuseExisting(editor, [code]);
    return change({ code, revision: null, reason }, { set: { added } });
  };

  /** Calls the API, because only its responses show what clients see. */
  const served = async (code: string) => {
    const key = await stack.readKey();
    const { keySource } = stack;
    if (key === undefined) return servedReply.parse({ data: null, keySource });
    const read = async (path: string): Promise<unknown> => {
      const url = `${stack.apiUrl.replace(/\/$/, '')}${path}/${encodeURIComponent(code)}`;
      const request = { headers: { 'auth-key': key }, signal: AbortSignal.timeout(10_000) };
      return (await fetch(url, request)).json();
    };
    const v2 = await read(`${basePathOf['locations-v2']}/points`);
    const v3 = await read(`${basePathOf['locations-v3']}/workcentres`);
    return servedReply.parse({ data: { v2, v3 }, keySource });
  };

  return {
    'GET /api/network': operation(z.object({}), async () => networkOf(await catalogue.current())),
    'GET /api/location': operation(code, ({ code }) => view(code)),
    'GET /api/location/undo': operation(z.object({ batch: z.string() }), async ({ batch }) =>
      undoReply.parse({ locations: (await editor.planUndo(batch)).locations.length }),
    ),
    'GET /api/location/served': operation(code, ({ code }) => served(code)),
    'POST /api/location/values': operation(looked.extend({ values }), ({ values, ...given }) =>
      change(given, { set: parseTexts(values) }),
    ),
    'POST /api/location/dates': operation(dates, ({ first, last, hours, ...given }) =>
      change(given, { set: parseTexts({ hours }, () => datesField(first, last)) }),
    ),
    'POST /api/location/remove': operation(looked, (given) => change(given, { set: { removed: true } })),
    'POST /api/location/unset': operation(looked.extend({ field: z.string() }), ({ field, ...given }) =>
      change(given, { unset: [field] }),
    ),
    'POST /api/location/undo': operation(looked.extend({ batch: z.string() }), async (given) =>
      afterwards(given.code, await editor.undo(given.batch, { reason: given.reason, command })),
    ),
    'POST /api/locations': operation(z.object({ values, reason }), add),
  };
};

/** Returns a function that lists the locations of a catalogue, once for each version. */
const networkByVersion = () => {
  let newest: { readonly version: string; readonly network: Network } | undefined;
  return (catalogue: LocationCatalogue): Network => {
    const { version, capabilities } = catalogue;
    if (newest?.version === version) return newest.network;
    const { page } = catalogue.search({ filter: {}, offset: 0, size: catalogue.size });
    const network = networkReply.parse({
      locations: Array.from(page, ({ location }) => toListed(location)),
      services: capabilities.all().map(({ serviceCode: code, description: name }) => ({ code, name })),
    });
    newest = { version, network };
    return network;
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

const toHistory = ({ changes = [], ...entry }: HistoryEntry, batchOf: ReadonlyMap<string, string>) => ({
  ...entry,
  changes: changes.map(
    ({ field, before, after }) => `${field}: ${formatValue(field, before)} → ${formatValue(field, after)}`,
  ),
  canUndo: changes.every(
    ({ field, after }) => batchOf.get(field) === entry.batch || (after === null && !batchOf.has(field)),
  ),
});

/** Parses texts by their fields. Throws InvalidInput about all that are not valid. */
const parseTexts = (texts: Values, fieldOf = (input: string) => input): Record<string, unknown> => {
  const problems: Record<string, string> = {};
  const parsed: Record<string, unknown> = {};
  for (const [input, text] of Object.entries(texts)) {
    const field = fieldOf(input);
    try {
      parsed[field] = parseValue(field, text);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems[input] = error.message.replace(`${field}: `, '');
    }
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return parsed;
};

/** Parses a new location like a line of an import file. Throws InvalidInput. */
const parseNew = ({ position = '', hours = '', ...values }: Values): Location => {
  const texts = { position, ...(hours !== '' && { hours }) };
  const { position: at, hours: week } = parsedTexts.parse(parseTexts(texts));
  const address: Values = {};
  const line: Record<string, unknown> = { ...at, addresses: [address], services: [] };
  for (const [name, text] of Object.entries(values)) {
    const [, part, member = ''] = /^(address|service)[.:](\w+)$/.exec(name) ?? [];
    if (part === 'address' && text !== '') address[member] = text;
    else if (part === 'service') line.services = [line.services, { code: Number(member) }].flat();
    else if (text !== '') line[name] = name === 'work_centre_id' ? Number(text) : text;
  }
  const { data, error } = locationRecord.safeParse(line);
  if (data) return { ...data, hours: week };
  const named = error.issues.map(({ path: [first = '', , member], message }) => [
    first === 'addresses' ? `address.${String(member)}` : String(first),
    message,
  ]);
  throw new InvalidInput(Object.fromEntries(named));
};

const parsedTexts = z.object({
  position: z.object({ lat: z.number(), lon: z.number() }),
  hours: z.array(hourEntry).default([]),
});
