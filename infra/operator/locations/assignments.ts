import * as z from 'zod';
import { describeIssues } from '../../../shared/domain/importing/import-field.ts';
import { addressMembers, lineMembers } from '../../../shared/domain/importing/location-record.ts';
import { type HourEntry, hourEntry, isoDate } from '../../../shared/domain/location/hours/entries.ts';
import {
  type FieldName,
  fieldNames,
  overrideField,
  readFieldName,
} from '../../../shared/domain/location/overrides/override-fields.ts';
import { UsageError } from '../errors.ts';
import { formatHours, readSpecialHours, readWeek } from './hours-text.ts';

const fieldsHelp = `The fields are ${fieldNames.join(', ')}`;

/** Parses assignments such as `phone_number=(03) 5550 7210`. An empty value clears a field. */
export const parseAssignments = (texts: readonly string[]): Record<string, unknown> => {
  const values = texts.map((text) => {
    const [name = '', ...rest] = text.split('=');
    if (rest.length === 0) throw new UsageError(`${text} is not of the form name=value`, fieldsHelp);
    return [name, parseValue(name, rest.join('='))] as const;
  });
  const names = values.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`${repeated} is set twice`);
  const [overlap] = names.flatMap((name, index) =>
    names.slice(index + 1).flatMap((other) => (doOverlap(name, other) ? [[name, other]] : [])),
  );
  if (overlap) throw new UsageError(`${overlap.join(' and ')} overlap`, 'Set them in separate commands');
  return Object.fromEntries(values);
};

/** Whether two fields concern the same dates or addresses, so that the result would depend on their order. */
export const doOverlap = (name: string, otherName: string): boolean => {
  const [one, other] = [readFieldName(name), readFieldName(otherName)];
  if (one?.kind === 'dates' && other?.kind === 'dates')
    return one.first <= other.last && other.first <= one.last;
  return [one, other].some((each) => each?.kind === 'address') && [name, otherName].includes('addresses');
};

/** Parses the value of a field from text, as given to `set`. Throws UsageError. */
export const parseValue = (name: string, text: string): unknown => {
  const field = overrideField(name);
  const read = readFieldName(name);
  if (!field || !read) throw unknownField(name);
  const parsed = field.parse(candidateOf(name, read, text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${name}: ${text.trim() === '' ? 'must have a value' : describeIssues(parsed.error)}`);
};

/** Parses the texts of form inputs, and collects the problems of invalid texts. `fieldOf` returns an input's field. */
export const parseValues = (
  texts: Readonly<Record<string, string>>,
  fieldOf = (input: string) => input,
): { readonly parsed: Record<string, unknown>; readonly problems: Record<string, string> } => {
  const problems: Record<string, string> = {};
  const parsed: Record<string, unknown> = {};
  for (const [input, text] of Object.entries(texts)) {
    const field = fieldOf(input);
    try {
      parsed[field] = parseValue(field, text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems[input] = error.message.replace(`${field}: `, '');
    }
  }
  return { parsed, problems };
};

export const checkFieldNames = (names: readonly string[]): void => {
  const unknown = names.find((name) => readFieldName(name) === undefined);
  if (unknown !== undefined) throw unknownField(unknown);
};

/** Returns the error for a field that does not exist, or for special hours on invalid dates. */
const unknownField = (name: string): UsageError => {
  const [, first, last = first] = /^hours:([^/]+)(?:\/([^/]+))?$/.exec(name) ?? [];
  if (first === undefined) return new UsageError(`there is no field ${name}`, fieldsHelp);
  const invalid = [first, last].find((date) => !z.safeParse(isoDate, date).success);
  return new UsageError(
    invalid === undefined
      ? `${last} must not be before ${first}, nor more than a year after it`
      : `${invalid} is not a real date (YYYY-MM-DD)`,
  );
};

const candidateOf = (name: string, read: FieldName, text: string): unknown => {
  switch (read.kind) {
    case 'hours':
      return hoursOf(name, text, readWeek(text), 'Mo-Fr 09:00-17:00; Sa 09:00-12:00');
    case 'dates':
      return text.trim() === ''
        ? []
        : hoursOf(name, text, readSpecialHours(text, read), '09:00-12:00,13:00-15:00, or closed');
    case 'service':
      if (text === 'yes' || text === 'no') return text === 'yes';
      return hoursOf(name, text, readWeek(text), 'yes, no, or Mo-Fr 09:00-17:00');
    case 'address':
      // Stored records always have these fields.
      return checked(name, addressMembers[read.member], text) ?? (isRequired(read.member) ? '' : null);
    case 'member':
      if (read.member === 'position') return positionOf(name, text);
      if (read.member === 'addresses') return checked(name, lineMembers.addresses, jsonOf(name, text));
      return (
        checked(name, lineMembers[read.member], isNumber(read.member, text) ? Number(text) : text) ?? null
      );
    default:
      throw new UsageError(
        `${name} cannot be set`,
        'Use `waypost locations add` or `waypost locations remove`',
      );
  }
};

const isRequired = (member: string): boolean => ['suburb', 'state', 'postcode'].includes(member);

const isNumber = (member: string, text: string): boolean =>
  ['work_centre_id', 'delivery_point_id'].includes(member) && /^\d+$/.test(text);

/** Validates a value against the import file's schema. An empty string counts as absent. */
const checked = (name: string, schema: z.core.$ZodType, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value === '' ? undefined : value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${name}: ${describeIssues(parsed.error)}`);
};

const jsonOf = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name}: must be JSON as in an import file`);
  }
};

const hoursOf = (
  name: string,
  text: string,
  lines: readonly object[] | undefined,
  example: string,
): unknown => {
  const given = text.trimStart().startsWith('[') ? jsonOf(name, text) : lines;
  if (given === undefined)
    throw new UsageError(`${name}: must be ${example}, or hours in JSON as in an import file`);
  return checked(name, lineMembers.hours, given);
};

const decimal = /^\s*-?\d+(\.\d+)?\s*$/;

const positionOf = (name: string, text: string): unknown => {
  const [lat, lon, ...rest] = text.split(',').map((part) => (decimal.test(part) ? Number(part) : Number.NaN));
  if (rest.length > 0 || lon === undefined || Number.isNaN(lat) || Number.isNaN(lon))
    throw new UsageError(`${name}: must be latitude,longitude in degrees, such as -37.8136,144.9631`);
  return { lat: checked(name, lineMembers.lat, lat), lon: checked(name, lineMembers.lon, lon) };
};

const hours = z.array(hourEntry);
export const coordinates = z.object({ lat: z.number(), lon: z.number() });

export const formatValue = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const kind = readFieldName(name)?.kind;
  const entries: readonly HourEntry[] | undefined = hours.safeParse(value).data;
  if (entries && kind === 'dates' && entries.length === 0) return 'usual hours';
  if (entries && kind !== 'member') return formatHours(entries);
  const { data: position } = coordinates.safeParse(value);
  if (position) return `${position.lat},${position.lon}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
