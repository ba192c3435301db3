import * as z from 'zod/mini';
import { availabilityReport } from '../../domain/availability/overlay.ts';
import { checkReference, cleanReference } from '../../domain/billing/bill-validation.ts';
import { biller, billType, type StoredBiller, storedBiller } from '../../domain/billing/biller.ts';
import { checkDigitRuleOf } from '../../domain/billing/check-digit.ts';
import { patternFault, patternMatcher } from '../../domain/billing/reference-pattern.ts';
import { capability } from '../../domain/capability/capability.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import type { LocationCatalogue } from '../../domain/location/catalogue/catalogue.ts';
import { invalidEntries } from '../../domain/location/hours/checks.ts';
import { type HourEntry, isSpecial } from '../../domain/location/hours/entries.ts';
import {
  deliveryPointIdOf,
  type Location,
  location,
  principalAddress,
} from '../../domain/location/location.ts';
import { type OverrideState, overrideStates } from '../../domain/location/overrides/overrides.ts';
import { readOverrides } from '../location-changes/override-table.ts';
import type { Table } from '../table.ts';
import type { ImportKind, ImportMode, TableKind } from './import-kinds.ts';
import type { RecordObserver } from './import-records.ts';
import { formatList, formatName, listWarning, nameCounts } from './import-warnings.ts';
import { type RecordKind, recordKinds, storedKeys, storedRows } from './record-kinds.ts';

/** Checks of valid lines and of stored records that are kept. They result in warnings for the operator. */
export interface ImportChecks extends RecordObserver {
  /** Returns a sentence for each kind of problem. */
  warnings(): readonly string[];
}

/** Kind and mode of the import, and the tables with the codes that its records may refer to. */
interface CheckedImport {
  readonly kind: TableKind;
  readonly mode: ImportMode;
  readonly client: Table['client'];
  readonly tables: Readonly<Record<RecordKind['table'] | 'locationChanges', string>>;
}

/** Creates the checks of an import into a table. Throws SDK errors. */
export const importChecks = async (request: CheckedImport): Promise<ImportChecks> =>
  checksOf(request.kind, recordKinds[request.kind].record, await recordChecks[request.kind](request));

/** Creates the checks of an availability import. */
export const availabilityChecks = (
  record: RecordKind['record'],
  catalogue: Pick<LocationCatalogue, 'has'>,
): ImportChecks =>
  checksOf('availability', record, {
    checkRecord(report, { warn }) {
      const { location_code } = availabilityReport.parse(report);
      if (!catalogue.has(location_code)) warn('unknownLocation', location_code);
    },
  });

const checksOf = (
  kind: ImportKind,
  record: RecordKind['record'],
  { checkRecord, onKept = () => {}, warnings = () => [] }: RecordCheck,
): ImportChecks => {
  const known = new Set(knownMembers(record));
  const names = nameCounts();
  const sizes: ListSizes = new Map();
  const addSize: WarningSink['addSize'] = (bytes, list, of = '') => {
    const ofList = sizes.get(list) ?? new Map<string | number, number>();
    sizes.set(list, ofList.set(of, (ofList.get(of) ?? 0) + bytes));
  };
  // The noun for a line: `location`, `bill type`.
  const noun = kind === 'availability' ? 'line' : kind.slice(0, -1).replace('-', ' ');
  return {
    onLine(line, origin) {
      for (const name of unknownMembers(line, known)) names.add(unknownMember, name, origin);
    },
    onRecord: (record, origin) =>
      checkRecord(record, { warn: (name, item) => names.add(problems[name], item, origin), addSize }),
    onKept,
    warnings: () => [
      ...names.warning(unknownMember, 'line'),
      ...Object.values(problems).flatMap((problem) => names.warning(problem, noun)),
      ...warnings(),
      ...largeLists(sizes),
    ],
  };
};

const unknownMember = 'unknown fields are ignored';

/** Maximum length of a filter value in API requests, in code points. */
export const maxFilterText = 120;

/** Problems of records, in the order of display. */
const problems = {
  unknownService: 'locations refer to service codes not among the imported services',
  unknownBillType: 'billers refer to bill types not among the imported bill types',
  uncheckedPattern: 'billers have patterns that bill validation does not check',
  uncheckedDigit: 'billers have check digits that bill validation does not check',
  ignoredExamples: 'billers have examples that are ignored',
  failedExample: "checks of billers' examples fail",
  unclearHours: 'hour entries have missing or ambiguous times',
  ignoredDates: 'dates are ignored for types of hours that do not begin with SPECIAL_',
  longValue: `members have values longer than the ${maxFilterText} characters that filters accept, so no filter matches them`,
  paddedValue:
    'members have values that begin or end with a space, which filters match only if the value is sent on its own, including the space',
  unknownLocation: 'locations are not published, so their reports have no effect yet',
  ignoredUsage: 'usage_type is ignored for types other than parcel lockers',
};

interface WarningSink {
  readonly warn: (problem: keyof typeof problems, name: string) => void;
  /** Adds to the size of a list in one response. `of` is the value by which clients request the list, if any. */
  readonly addSize: (bytes: number, list: string, of?: string | number) => void;
}

/** Sizes in bytes of lists in one response, by list and value. Nested to save memory, as there may be millions. */
type ListSizes = Map<string, Map<string | number, number>>;

interface RecordCheck {
  checkRecord(record: unknown, sink: WarningSink): void;
  onKept?(key: string): void;
  warnings?(): readonly string[];
}

const unchecked: RecordCheck = { checkRecord() {} };

const checkLocations = async (request: CheckedImport): Promise<RecordCheck> => {
  const { client, tables } = request;
  const formerCodes = await formerCodesCheck(request);
  const overrides = await overridesCheck(request, formerCodes.isStored);
  const services = await storedCodes({ client, tableName: tables.capabilities }, 'services');
  return {
    checkRecord(record, { warn, addSize }) {
      const read = location.parse(record);
      for (const { code } of read.services)
        if (!services.has(String(code))) warn('unknownService', String(code));
      for (const { hours = [] } of [read, ...read.services]) {
        for (const entry of invalidEntries(hours)) warn('unclearHours', describeEntry(entry));
        for (const entry of hours) if (hasIgnoredDates(entry)) warn('ignoredDates', entry.type);
      }
      if (read.usageType !== undefined && read.type !== 'UPL') warn('ignoredUsage', read.type);
      checkFilterValue(warn, 'access_restriction_code', read.accessRestrictionCode);
      checkFilterValue(warn, 'location_type_code', read.locationTypeCode);
      for (const { deliveryPointId } of read.addresses)
        checkFilterValue(warn, 'addresses[].delivery_point_id', deliveryPointId);
      addPoint(addSize, read);
      formerCodes.add(read);
      overrides.add(read);
    },
    onKept(code) {
      formerCodes.onKept(code);
      overrides.onKept(code);
    },
    warnings: () => [...formerCodes.warnings(), ...overrides.warnings()],
  };
};

/**
 * Creates checks for manual changes, all of which stay in effect, that the lines contradict or confirm, or whose
 * location a replacement leaves out.
 */
const overridesCheck = async (
  { client, tables, mode }: CheckedImport,
  isStored: (code: string) => boolean,
) => {
  const overrides = await readOverrides({ client, tableName: tables.locationChanges });
  const unseen = new Set(overrides.keys());
  const now = new Date();
  const ofLines: { readonly change: string; readonly state: OverrideState }[] = [];
  const statesOf = (code: string, imported?: Location): typeof ofLines =>
    Object.entries(overrideStates(imported, overrides.get(code)?.fields ?? {}, now)).map(([name, state]) => ({
      change: `${code} (${name})`,
      // A location that was added manually before imports contained it is published again.
      state: name === 'added' && state === 'active' && isStored(code) ? 'orphaned' : state,
    }));
  return {
    add(location: Location) {
      if (unseen.delete(location.locationCode)) ofLines.push(...statesOf(location.locationCode, location));
    },
    onKept: (code: string) => void unseen.delete(code),
    warnings: () => {
      const ofOthers = mode === 'merge' ? [] : [...unseen].flatMap((code) => statesOf(code));
      const warning = (state: OverrideState, problem: string) => {
        const found = [...ofLines, ...ofOthers].filter((each) => each.state === state);
        return listWarning(`manual changes ${problem}`, found.map(({ change }) => change).sort(byCodeUnit));
      };
      return [
        ...warning('contradicted', 'replace values that have changed in the file'),
        ...warning('confirmed', 'match the file, and are no longer needed'),
        ...warning('orphaned', 'belong to locations that are no longer in the file'),
      ];
    },
  };
};

/**
 * Reads the stored records of a kind that remain: all in a merge, the kept ones in a replacement. `add` adds a line's
 * record.
 */
const remainingRecords = async <Row extends z.ZodMiniObject, Key, Value>(
  { client, tables, mode }: CheckedImport,
  kind: 'locations' | 'services',
  row: Row,
  entryOf: (read: z.infer<Row>) => readonly [Key, Value],
) => {
  const stored = new Map<Key, Value>();
  const table = { client, tableName: tables[recordKinds[kind].table] };
  for await (const item of storedRows(table, recordKinds[kind], Object.keys(row.shape))) {
    // A stored row may be invalid if no import wrote it. The publication reports it.
    const parsed = row.safeParse(item);
    if (parsed.success) stored.set(...entryOf(parsed.data));
  }
  const remaining = mode === 'merge' ? stored : new Map<Key, Value>();
  return {
    stored,
    remaining,
    add: (read: z.infer<Row>) => void remaining.set(...entryOf(read)),
    onKept(key: Key): void {
      const value = stored.get(key);
      if (value !== undefined) remaining.set(key, value);
    },
  };
};

/** Properties that determine which location replaces which. */
type Succession = Partial<Pick<Location, 'formerCodes' | 'closesOn'>>;

const succession = ({ formerCodes, closesOn }: Succession): Succession =>
  formerCodes || closesOn ? { formerCodes, closesOn } : none;

/** Shared by the many locations that have neither property. */
const none: Succession = {};

/** Creates checks for former codes that several locations list, or that a location still has as its own code. */
const formerCodesCheck = async (request: CheckedImport) => {
  const row = z.pick(location, { locationCode: true, formerCodes: true, closesOn: true });
  const { stored, remaining, add, onKept } = await remainingRecords(request, 'locations', row, (read) => [
    read.locationCode,
    succession(read),
  ]);
  return {
    /** Whether an earlier import contained the location. */
    isStored: (code: string) => stored.has(code),
    add,
    onKept,
    warnings: () => formerCodeWarnings(remaining),
  };
};

const formerCodeWarnings = (locations: ReadonlyMap<string, Succession>): readonly string[] => {
  const claims = [...locations].flatMap(([code, { formerCodes = [] }]) =>
    formerCodes.map((former) => ({ code, former })),
  );
  // A query returns rows in no particular order.
  const byFormer = [...Map.groupBy(claims, ({ former }) => former)]
    .map(([former, by]) => ({ former, by: by.map(({ code }) => code).sort(byCodeUnit) }))
    .sort((one, other) => byCodeUnit(one.former, other.former));
  const warning = (problem: string, found: typeof byFormer) =>
    listWarning(
      `former codes are ${problem}`,
      found.map(({ former, by }) => `${former} (of ${formatList(by)})`),
    );
  /** Whether a location has the code and is not about to close. A successor may list the code in advance. */
  const isKept = (code: string) => locations.has(code) && locations.get(code)?.closesOn === undefined;
  return [
    ...warning(
      'still used by a location, which is found instead',
      byFormer.filter(({ former }) => isKept(former)),
    ),
    ...warning(
      'named by several locations, the first of which is returned for this id',
      byFormer.filter(({ by }) => by.length > 1),
    ),
  ];
};

/** Creates checks for services that share a `capability_id`. */
const checkServices = async (request: CheckedImport): Promise<RecordCheck> => {
  const row = z.pick(capability, { serviceCode: true, capabilityId: true });
  const { remaining, add, onKept } = await remainingRecords(request, 'services', row, (read) => [
    read.serviceCode,
    read.capabilityId,
  ]);
  return {
    checkRecord(record, { warn, addSize }) {
      const read = capability.parse(record);
      add(read);
      checkFilterValue(warn, 'capability_id', read.capabilityId);
      addSize(bytesInResponse(read), 'the list of services');
    },
    onKept: (key) => onKept(Number(key)),
    warnings: () => sharedIdWarning(remaining),
  };
};

const sharedIdWarning = (idByCode: ReadonlyMap<number, string>): readonly string[] => {
  // A scan returns rows in no particular order.
  const byCode = [...idByCode].sort(([one], [other]) => one - other);
  const shared = [...Map.groupBy(byCode, ([, id]) => id)].filter(([, services]) => services.length > 1);
  const named = shared.map(
    ([id, services]) => `${formatName(id)} (service codes ${formatList(services.map(([code]) => code))})`,
  );
  return listWarning(
    'capability_ids are shared by several services, so version 3 lists them several times',
    named,
  );
};

const checkBillers = async ({ client, tables }: CheckedImport): Promise<RecordCheck> => {
  const billTypes = await storedCodes({ client, tableName: tables.billers }, 'bill-types');
  return {
    checkRecord(record, { warn, addSize }) {
      const read = biller.parse(record);
      if (!billTypes.has(read.billType)) warn('unknownBillType', read.billType);
      for (const member of ['code', 'organisation', 'billType'] as const)
        checkFilterValue(warn, member, read[member]);
      addSize(bytesInResponse(read), 'the list of billers');
      checkRules(warn, storedBiller.parse(record));
    },
  };
};

/** Warns about rules that bill validation cannot evaluate, and about examples that break the other rules. */
const checkRules = (warn: WarningSink['warn'], { code, reference }: StoredBiller): void => {
  const { pattern, patternEvaluated, examples = [] } = reference;
  const matches = pattern !== undefined && patternEvaluated ? patternMatcher(pattern) : undefined;
  const fault = pattern !== undefined && !matches ? patternFault(pattern) : undefined;
  if (fault !== undefined) warn('uncheckedPattern', fault);
  const rule = checkDigitRuleOf(reference);
  if (typeof rule === 'string') warn('uncheckedDigit', rule);
  if (typeof examples === 'string') {
    warn('ignoredExamples', examples);
    return;
  }
  for (const [index, example] of examples.entries())
    for (const { reason } of checkReference(reference, cleanReference(example, matches), matches))
      if (reason !== undefined) warn('failedExample', `${reason} of examples[${index}] of ${code}`);
};

const checkBillTypes = async (): Promise<RecordCheck> => ({
  checkRecord(record, { warn, addSize }) {
    const read = billType.parse(record);
    checkFilterValue(warn, 'code', read.code);
    addSize(bytesInResponse(read), 'the list of bill-types');
  },
});

const recordChecks: Readonly<Record<TableKind, (request: CheckedImport) => Promise<RecordCheck>>> = {
  locations: checkLocations,
  services: checkServices,
  billers: checkBillers,
  'bill-types': checkBillTypes,
  'parcel-limits': async () => unchecked,
  places: async () => unchecked,
  holidays: async () => unchecked,
};

const storedCodes = async (table: Table, kind: TableKind) => {
  const codes = new Set<string>();
  for await (const { key } of storedKeys(table, recordKinds[kind])) codes.add(key);
  return codes;
};

// A SPECIAL_CLOSED entry may lack its start or its end.
const describeEntry = ({ type, startTime = '?', endTime = '?' }: HourEntry) =>
  `${type} ${startTime} to ${endTime}`;

const hasIgnoredDates = (entry: HourEntry) =>
  !isSpecial(entry) && (entry.startDate ?? entry.endDate) !== undefined;

/**
 * Warns about values that filters do not match, because they are too long, or padded as in fixed-width exports. Filters
 * trim the values of a list, so a padded value matches only on its own.
 */
const checkFilterValue = (warn: WarningSink['warn'], member: string, value: string | undefined): void => {
  if (value === undefined) return;
  if ([...value].length > maxFilterText) warn('longValue', member);
  if (value.trim() !== value) warn('paddedValue', member);
};

/** Lambda limits a buffered response to 6 MB (6 × 1,048,576 bytes), including headers. */
const maxListBytes = 6_200_000;

/** Warns about lists that are too large for one response. In a merge, only the lines of the file are counted. */
const largeLists = (sizes: ListSizes): readonly string[] => {
  const large = [...sizes].flatMap(([list, ofList]) =>
    [...ofList].flatMap(([of, bytes]) => (bytes > maxListBytes ? [`${list} ${of}`.trim()] : [])),
  );
  return listWarning('lists exceed the 6 MB response limit, so clients get errors', large);
};

/** Returns the size within a response, whose body is a JSON string with every quote escaped. */
const bytesInResponse = (shown: object): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(shown))) - '""'.length + ','.length;

/** Adds a location to the sizes of the version 2 lists that contain it. */
const addPoint = (addSize: WarningSink['addSize'], read: Location): void => {
  const { addresses: _, services, ...shown } = read;
  const address = principalAddress(read);
  const bytes = bytesInResponse({ ...shown, address, codes: services.map(({ code }) => String(code)) });
  const deliveryPointId = deliveryPointIdOf(read);
  if (address.postcode) addSize(bytes, 'points of postcode', address.postcode);
  addSize(bytes, 'points of work centre', read.workCentreId);
  if (deliveryPointId !== undefined) addSize(bytes, 'points of delivery point', deliveryPointId);
};

/** Yields the names of all members that a schema reads, including nested ones such as `addresses[].postcode`. */
export const knownMembers = function* (schema: z.core.$ZodType, name = ''): Generator<string> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'pipe':
      // The input of a pipe may check the length of a list before the output parses its items.
      yield* knownMembers(def.in, name);
      yield* knownMembers(def.out, name);
      break;
    case 'optional':
    case 'nullable':
    case 'catch':
      yield* knownMembers(def.innerType, name);
      break;
    case 'array':
      yield* knownMembers(def.element, `${name}[]`);
      break;
    case 'object':
      for (const [member, inner] of Object.entries(def.shape)) {
        const path = name === '' ? member : `${name}.${member}`;
        yield path;
        yield* knownMembers(inner, path);
      }
  }
};

const unknownMembers = function* (value: unknown, known: ReadonlySet<string>, name = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [member, inner] of Object.entries(value)) {
    const path = name === '' ? member : `${name}.${member}`;
    if (!known.has(path)) yield path;
    else if (!Array.isArray(inner)) yield* unknownMembers(inner, known, path);
    // No schema has lists of lists, and deeply nested lists would overflow the stack.
    else for (const item of inner) if (!Array.isArray(item)) yield* unknownMembers(item, known, `${path}[]`);
  }
};
