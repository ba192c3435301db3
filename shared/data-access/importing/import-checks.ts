import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../domain/capability/capability.ts';
import { invalidEntries } from '../../domain/location/hours/checks.ts';
import type { HourEntry } from '../../domain/location/hours/entries.ts';
import { deliveryPointIdOf, type Location, location, principalOf } from '../../domain/location/location.ts';
import type { LineOrigin } from './import-lines.ts';
import type { ImportRequest } from './import-records.ts';
import { listed, nameCounts, shownName } from './import-warnings.ts';
import { type ImportKind, type ImportMode, recordKinds, storedKeys, storedRows } from './record-kinds.ts';

/** Checks of valid lines, and of the stored records that stay, for the operator's attention. */
export interface ImportChecks extends Required<Pick<ImportRequest, 'onLine' | 'onRecord' | 'onKept'>> {
  /** Returns a sentence for each kind of problem. */
  warnings(): readonly string[];
}

/** Kind and mode of the import, and tables with the codes that its records may name. */
export interface CheckedImport {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly client: DynamoDBDocumentClient;
  readonly hasSeveralFiles: boolean;
  readonly tables: { readonly capabilities: string; readonly billers: string };
}

/** Creates the checks of one import. Throws errors of the SDK. */
export const importChecks = async (request: CheckedImport): Promise<ImportChecks> => {
  const members = unknownMembers(request);
  const records = await recordCheck(request);
  return {
    onLine: members.look,
    onRecord: records.look,
    onKept: (key) => records.keep?.(key),
    warnings: () => [members.warning(), ...records.warnings()].filter((warning) => warning !== undefined),
  };
};

/** Check of the records of one kind. */
interface RecordCheck {
  look(record: unknown, origin: LineOrigin): void;
  /** Called with the key of a stored record that stays. */
  keep?(key: string): void;
  warnings(): readonly (string | undefined)[];
}

const recordCheck = (request: CheckedImport): Promise<RecordCheck> | RecordCheck => {
  switch (request.kind) {
    case 'locations':
      return locationCheck(request);
    case 'services':
      return serviceCheck(request);
    case 'billers':
      return billerCheck(request);
    case 'bill-types':
      return billTypeCheck(request);
  }
};

const locationCheck = async (request: CheckedImport): Promise<RecordCheck> => {
  const { client, tables, hasSeveralFiles } = request;
  const services = await knownCodes(client, tables.capabilities, 'services');
  const unknownServices = nameCounts(hasSeveralFiles);
  const hours = hoursCheck(hasSeveralFiles);
  const filters = filterValues(hasSeveralFiles, 'location');
  const usage = nameCounts(hasSeveralFiles);
  const lists = pointLists();
  return {
    look(record, origin) {
      const read = location.parse(record);
      for (const { code } of read.services)
        if (!services.has(String(code))) unknownServices.add(String(code), origin);
      hours.look(read.hours, origin);
      for (const service of read.services) if (service.hours) hours.look(service.hours, origin);
      if (read.usageType !== undefined && read.type !== 'UPL') usage.add(read.type, origin);
      filters.look('access_restriction_code', read.accessRestrictionCode, origin);
      filters.look('location_type_code', read.locationTypeCode, origin);
      for (const { deliveryPointId } of read.addresses)
        filters.look('addresses[].delivery_point_id', deliveryPointId, origin);
      lists.look(read);
    },
    warnings: () => [
      unknownServices.sentence(
        (codes, areMany) =>
          `locations name ${codes} service code${areMany ? 's' : ''} not among the imported services`,
        'location',
      ),
      ...hours.warnings(),
      ...filters.warnings(),
      usage.sentence(
        (types, areMany) =>
          `${types} ${areMany ? 'types' : 'type'} of location with a usage_type, which applies to parcel lockers only`,
        'location',
      ),
      lists.warning(),
    ],
  };
};

const serviceCheck = async (request: CheckedImport): Promise<RecordCheck> => {
  const ids = await sharedCapabilityIds(request);
  const filters = filterValues(request.hasSeveralFiles, 'service');
  const list = wholeList('services');
  return {
    look(record, origin) {
      const read = capability.parse(record);
      ids.look(read);
      filters.look('capability_id', read.capabilityId, origin);
      list.look(read);
    },
    keep: ids.keep,
    warnings: () => [ids.warning(), ...filters.warnings(), list.warning()],
  };
};

const biller = z.looseObject({ code: z.string(), organisation: z.string(), billType: z.string() });

const billerCheck = async (request: CheckedImport): Promise<RecordCheck> => {
  const { client, tables, hasSeveralFiles } = request;
  const billTypes = await knownCodes(client, tables.billers, 'bill-types');
  const unknownTypes = nameCounts(hasSeveralFiles);
  const filters = filterValues(hasSeveralFiles, 'biller');
  const list = wholeList('billers');
  return {
    look(record, origin) {
      const read = biller.parse(record);
      const { code, organisation, billType } = read;
      if (!billTypes.has(billType)) unknownTypes.add(billType, origin);
      for (const [member, value] of Object.entries({ code, organisation, billType }))
        filters.look(member, value, origin);
      list.look(read);
    },
    warnings: () => [
      unknownTypes.sentence(
        (types, areMany) =>
          `billers name ${types} bill type${areMany ? 's' : ''} not among the imported bill types`,
        'biller',
      ),
      ...filters.warnings(),
      list.warning(),
    ],
  };
};

const billType = z.looseObject({ code: z.string() });

const billTypeCheck = ({ hasSeveralFiles }: CheckedImport): RecordCheck => {
  const filters = filterValues(hasSeveralFiles, 'bill type');
  const list = wholeList('bill-types');
  return {
    look(record, origin) {
      const read = billType.parse(record);
      filters.look('code', read.code, origin);
      list.look(read);
    },
    warnings: () => [...filters.warnings(), list.warning()],
  };
};

const knownCodes = async (client: DynamoDBDocumentClient, tableName: string, kind: ImportKind) => {
  const codes = new Set<string>();
  for await (const { key } of storedKeys(client, tableName, recordKinds[kind])) codes.add(key);
  return codes;
};

/** Hours that may be shown differently from what was meant. */
const hoursCheck = (hasSeveralFiles: boolean) => {
  const invalid = nameCounts(hasSeveralFiles);
  const dated = nameCounts(hasSeveralFiles);
  // A special closure may have only one time.
  const describe = ({ type, startTime = '?', endTime = '?' }: HourEntry) =>
    `${type} ${startTime} to ${endTime}`;
  const hasIgnoredDates = ({ type, startDate, endDate }: HourEntry) =>
    !type.startsWith('SPECIAL_') && (startDate ?? endDate) !== undefined;
  return {
    look(entries: readonly HourEntry[], origin: LineOrigin) {
      for (const entry of invalidEntries(entries)) invalid.add(describe(entry), origin);
      for (const entry of entries) if (hasIgnoredDates(entry)) dated.add(entry.type, origin);
    },
    warnings: () => [
      invalid.sentence(
        (entries, areMany) =>
          `${entries} ${areMany ? 'entries' : 'entry'} of hours from which version 3 cannot tell when it is open`,
        'location',
      ),
      dated.sentence(
        (types, areMany) =>
          `${types} ${areMany ? 'types' : 'type'} of hours with dates, which apply to SPECIAL_ types only and are ignored`,
        'location',
      ),
    ],
  };
};

/** Maximum length of a filter value in the services, in code points. Codes of billers and bill types are shorter. */
export const maxFilterText = 120;

/**
 * Values that filters do not match: too long ones, and those with a blank at an end, as exports of fixed width have
 * them. Filters ignore blanks around the values of a list, and match a padded value only if it is the whole parameter.
 */
const filterValues = (hasSeveralFiles: boolean, noun: string) => {
  const long = nameCounts(hasSeveralFiles);
  const padded = nameCounts(hasSeveralFiles);
  const isTooLong = (value: string) => value.length > maxFilterText && [...value].length > maxFilterText;
  return {
    look(member: string, value: string | undefined, origin: LineOrigin) {
      if (value === undefined) return;
      if (isTooLong(value)) long.add(member, origin);
      if (value.trim() !== value) padded.add(member, origin);
    },
    warnings: () => [
      long.sentence(
        (members, areMany) =>
          `${members} ${areMany ? 'members have' : 'member has'} values longer than the ${maxFilterText} characters that filters accept, so that no filter matches them`,
        noun,
      ),
      padded.sentence(
        (members, areMany) =>
          `${members} ${areMany ? 'members have' : 'member has'} values that begin or end with a blank, which filters match only if the value is sent on its own, including the blank`,
        noun,
      ),
    ],
  };
};

/** Lambda's limit of a buffered response is 6 MB (6 times 1,048,576); headers take a part. */
const maxListBytes = 6_200_000;

/** Size within a response, which has the body as a JSON string with every quote escaped. */
const bytesInResponse = (shown: object): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(shown))) - '""'.length + ','.length;

const tooLarge = (lists: readonly string[]): string | undefined =>
  lists.length > 0
    ? `larger than the 6 MB limit of a response, so that clients get errors: ${listed(lists)}`
    : undefined;

/** Size of the list of all records, which a service returns in one response. */
const wholeList = (kind: ImportKind) => {
  let bytes = 0;
  return {
    look(record: object) {
      bytes += bytesInResponse(record);
    },
    warning: () => tooLarge(bytes > maxListBytes ? [`the list of ${kind}`] : []),
  };
};

/** Sizes of the lists that version 2 returns. A merge is judged by its own lines, without what is stored already. */
const pointLists = () => {
  const postcodes = listSizes();
  const workCentres = listSizes();
  const deliveryPoints = listSizes();
  return {
    look(read: Location) {
      const { addresses, services, ...shown } = read;
      const address = principalOf(addresses);
      const deliveryPointId = deliveryPointIdOf(read);
      const codes = services.map(({ code }) => String(code));
      const bytes = bytesInResponse({ ...shown, address, codes });
      if (address && address.postcode !== '') postcodes.add(Number(address.postcode), bytes);
      workCentres.add(shown.workCentreId, bytes);
      if (deliveryPointId !== undefined) deliveryPoints.add(deliveryPointId, bytes);
    },
    warning: () =>
      tooLarge([
        ...postcodes.large().map((postcode) => `points of postcode ${String(postcode).padStart(4, '0')}`),
        ...workCentres.large().map((id) => `points of work centre ${id}`),
        ...deliveryPoints.large().map((id) => `points of delivery point ${id}`),
      ]),
  };
};

/** Sizes of lists by identifier. */
const listSizes = () => {
  const sizes = new Map<number, number>();
  return {
    add: (identifier: number, bytes: number) =>
      void sizes.set(identifier, (sizes.get(identifier) ?? 0) + bytes),
    large: () => [...sizes].filter(([, bytes]) => bytes > maxListBytes).map(([identifier]) => identifier),
  };
};

/** Maximum number of services compared, far more than one response can list; it bounds the memory. */
const maxCompared = 100_000;

const identified = z.pick(capability, { serviceCode: true, capabilityId: true });
type Identified = z.infer<typeof identified>;

/**
 * Services that share a `capability_id`, which version 3 then lists several times. They are compared with the stored
 * services that stay: in a merge all of them, in a replacement those that are kept.
 */
const sharedCapabilityIds = async ({ client, tables, mode }: CheckedImport) => {
  const add = (ids: Map<number, string>, { serviceCode, capabilityId }: Identified) => {
    if (ids.has(serviceCode) || ids.size < maxCompared) ids.set(serviceCode, capabilityId);
  };
  const stored = new Map<number, string>();
  const attributes = ['serviceCode', 'capabilityId'];
  for await (const row of storedRows(client, tables.capabilities, recordKinds.services, attributes)) {
    // A stored row that no import wrote may be anything; the publication tells of it.
    const { data } = identified.safeParse(row);
    if (data) add(stored, data);
  }
  const compared = mode === 'merge' ? stored : new Map<number, string>();
  return {
    look: (service: Identified) => add(compared, service),
    keep(key: string) {
      const serviceCode = Number(key);
      const capabilityId = stored.get(serviceCode);
      if (capabilityId !== undefined) add(compared, { serviceCode, capabilityId });
    },
    warning() {
      // A scan gives rows in no order.
      const byCode = [...compared].sort(([one], [other]) => one - other);
      const shared = [...Map.groupBy(byCode, ([, id]) => id)].filter(([, services]) => services.length > 1);
      if (shared.length === 0) return undefined;
      const named = shared.map(
        ([id, services]) => `${shownName(id)} (service codes ${listed(services.map(([code]) => code))})`,
      );
      const begin =
        shared.length === 1
          ? '1 capability_id has several services, so that version 3 lists it several times'
          : `${shared.length} capability_ids have several services, so that version 3 lists them several times`;
      return `${begin}: ${listed(named)}`;
    },
  };
};

/** Members of lines that no schema has, such as misspelt names, and that are not stored. Costs one look-up a member. */
const unknownMembers = ({ kind, hasSeveralFiles }: CheckedImport) => {
  const ofLine = knownMembers(recordKinds[kind].record);
  const unknown = nameCounts(hasSeveralFiles);
  const look = (value: unknown, known: KnownMembers, origin: LineOrigin): void => {
    if (!hasMembers(value) || Array.isArray(value)) return;
    for (const name in value) {
      const inner = known.members.get(name);
      if (inner === undefined) unknown.add(`${known.prefix}${name}`, origin);
      else if (inner !== null) lookWithin(value[name], inner, origin);
    }
  };
  // No schema has lists of lists, and a line may nest them deeply enough to overflow the stack.
  const lookWithin = (value: unknown, known: KnownMembers, origin: LineOrigin): void => {
    if (Array.isArray(value)) for (const item of value) look(item, known, origin);
    else look(value, known, origin);
  };
  return {
    look: (value: unknown, origin: LineOrigin) => look(value, ofLine, origin),
    warning: () =>
      unknown.sentence(
        (names, areMany) => `${names} unknown ${areMany ? 'members are' : 'member is'} ignored`,
        'line',
      ),
  };
};

/** Members that an object of a line may have. */
export interface KnownMembers {
  /** Prefix of a member's name in messages: `addresses[].`; empty for members of the line itself. */
  readonly prefix: string;
  /** Members by name, with the members of nested objects or of objects in lists; null for other values. */
  readonly members: ReadonlyMap<string, KnownMembers | null>;
}

/** Returns the members of a line that a zod schema reads; it drops all others. */
export const knownMembers = (schema: object): KnownMembers => {
  const known = membersOf(schema, '');
  if (!known) throw new TypeError('a line is an object');
  return known;
};

const membersOf = (schema: unknown, path: string): KnownMembers | null => {
  const definition = hasMembers(schema) ? schema.def : undefined;
  if (!hasMembers(definition)) return null;
  switch (definition.type) {
    case 'pipe':
      // A list may have its length checked before its items are read.
      return membersOf(definition.in, path) ?? membersOf(definition.out, path);
    case 'optional':
    case 'nullable':
      return membersOf(definition.innerType, path);
    case 'array':
      return membersOf(definition.element, `${path}[]`);
    case 'object': {
      const prefix = path === '' ? '' : `${path}.`;
      const shape = Object.entries(hasMembers(definition.shape) ? definition.shape : {});
      return {
        prefix,
        members: new Map(shape.map(([name, member]) => [name, membersOf(member, `${prefix}${name}`)])),
      };
    }
    default:
      return null;
  }
};

/** Whether the value is an object or a list. */
export const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
