import * as z from 'zod/mini';
import { byCodeUnit } from '../../code-unit-order.ts';
import { type CalendarDay, dayOfIsoDate, formatDate, formatIsoDate } from '../hours/calendar.ts';
import { type HourEntry, hourEntry, isoDate, isSpecial, specialEntries } from '../hours/entries.ts';
import { type Address, type Location, location, type OfferedService, principalAddress } from '../location.ts';

/**
 * A part of a location that a manual change can set. Its value replaces only this part of the imported record, so that
 * imports still update all other parts. Null stands for an absent member.
 */
export interface OverrideField {
  /** Parses a value. The members of the result are always in the same order, so that equal values have equal JSON. */
  parse(value: unknown): z.core.util.SafeParseResult<unknown>;
  /** Returns the part of a location that the value replaces. */
  read(location: Location): unknown;
  /** Returns the location with this part replaced by a parsed value. */
  write(location: Location, value: unknown): Location;
  /** Last date on which the value can have an effect; undefined if it has no end. */
  readonly lastDate?: string;
}

/** Fields that set a member of the record, by their names in import files. */
const members = {
  partner_code: 'partnerCode',
  name: 'name',
  long_name: 'longName',
  description: 'description',
  directions: 'directions',
  phone_number: 'phoneNumber',
  fax_number: 'faxNumber',
  hatch_description: 'hatchDescription',
  work_centre_id: 'workCentreId',
  delivery_point_id: 'deliveryPointId',
  usage_type: 'usageType',
  access_restriction_code: 'accessRestrictionCode',
  location_type_code: 'locationTypeCode',
  time_zone: 'timeZone',
  opens_on: 'opensOn',
  closes_on: 'closesOn',
  hours_confirmed_on: 'hoursConfirmedOn',
  position: 'coordinates',
  addresses: 'addresses',
} as const satisfies Readonly<Record<string, keyof Location>>;
type MemberName = keyof typeof members;

/** Fields that set a member of the principal address, by their names in import files. */
const addressMembers = {
  address_line_1: 'addressLine1',
  address_line_2: 'addressLine2',
  address_line_3: 'addressLine3',
  suburb: 'suburb',
  state: 'state',
  postcode: 'postcode',
  directions: 'directions',
} as const satisfies Readonly<Record<string, keyof Address>>;
type AddressMemberName = keyof typeof addressMembers;

const isIn = <Names extends object>(names: Names, name: string): name is keyof Names & string =>
  Object.hasOwn(names, name);

export type FieldName =
  | { readonly kind: 'member'; readonly member: MemberName }
  | { readonly kind: 'address'; readonly member: AddressMemberName }
  | { readonly kind: 'hours' }
  | { readonly kind: 'dates'; readonly first: CalendarDay; readonly last: CalendarDay }
  | { readonly kind: 'service'; readonly code: number }
  | { readonly kind: 'added' | 'removed' };

const maxDays = 366;
/** Last day that can be written as a date such as 2026-12-24. */
const lastDay = dayOfIsoDate('9999-12-31');

/**
 * Parses the name of a field: a member of an import file such as `phone_number`, `position`, `address.suburb`, `hours`
 * (the usual week), `hours:2026-12-24` or `hours:2026-12-24/2026-12-26` (special hours), `service:12`, and `added` and
 * `removed`, which apply to the whole location. Undefined if the field does not exist.
 */
export const readFieldName = (name: string): FieldName | undefined => {
  if (isIn(members, name)) return { kind: 'member', member: name };
  if (name === 'hours' || name === 'added' || name === 'removed') return { kind: name };
  const addressMember = name.startsWith('address.') ? name.slice('address.'.length) : '';
  if (isIn(addressMembers, addressMember)) return { kind: 'address', member: addressMember };
  const service = /^service:(0|[1-9]\d{0,8})$/.exec(name)?.[1];
  if (service !== undefined) return { kind: 'service', code: Number(service) };
  const [, from, to = from] = /^hours:(\d{4}-\d\d-\d\d)(?:\/(\d{4}-\d\d-\d\d))?$/.exec(name) ?? [];
  if (![from, to].every((date) => z.safeParse(isoDate, date).success)) return undefined;
  const [first, last] = [dayOfIsoDate(from ?? ''), dayOfIsoDate(to ?? '')];
  return last < first || last - first >= maxDays ? undefined : { kind: 'dates', first, last };
};

/** Returns the name of the field with the special hours from `first` to `last`, given as dates such as 2026-12-24. */
export const datesField = (first: string, last = first): string =>
  last === first ? `hours:${first}` : `hours:${first}/${last}`;

/** Returns the field with this name; undefined if there is none. `added` and `removed` are not parts of a record. */
export const overrideField = (name: string): OverrideField | undefined => {
  const read = readFieldName(name);
  switch (read?.kind) {
    case 'member':
      return memberField(members[read.member]);
    case 'address':
      return addressField(addressMembers[read.member]);
    case 'hours':
      return usualHours;
    case 'dates':
      return hoursOnDates(read.first, read.last);
    case 'service':
      return serviceField(read.code);
    default:
      return undefined;
  }
};

const parserOf = (schema: z.ZodMiniType<unknown>) => (value: unknown) => schema.safeParse(value);

const orNull = (schema: z.ZodMiniType<unknown>): z.ZodMiniType<unknown> =>
  z.safeParse(schema, undefined).success ? z.nullable(schema) : schema;

const memberField = (member: (typeof members)[MemberName]): OverrideField => ({
  parse: parserOf(orNull(location.shape[member])),
  read: (from) => from[member] ?? null,
  write: (into, value) => ({ ...into, [member]: value ?? undefined }),
});

const addressShape = location.shape.addresses._zod.def.rest.shape;

const addressField = (member: (typeof addressMembers)[AddressMemberName]): OverrideField => ({
  parse: parserOf(orNull(addressShape[member])),
  read: (from) => principalAddress(from)[member] ?? null,
  write: (into, value) => {
    const principal = principalAddress(into);
    const changed = { ...principal, [member]: value ?? undefined };
    const [first, ...others] = into.addresses.map((each) => (each === principal ? changed : each));
    return { ...into, addresses: first ? [first, ...others] : into.addresses };
  },
});

const hourEntries = z.array(hourEntry);

/** The usual week. Special hours on dates are separate fields, so that imports still update them. */
const usualHours: OverrideField = {
  parse: parserOf(hourEntries.check(z.refine((entries) => !entries.some(isSpecial), 'must not have dates'))),
  read: ({ hours }) => hours.filter((entry) => !isSpecial(entry)),
  write: (into, value) => ({
    ...into,
    hours: [...hourEntries.parse(value), ...into.hours.filter(isSpecial)],
  }),
};

/**
 * Special hours from `first` to `last`, as entries within these dates. An empty list means the usual hours. The entries
 * replace the record's special hours on these dates, but not on other dates. A closure also removes the special hours
 * of services, because the services would otherwise open during it.
 */
const hoursOnDates = (first: CalendarDay, last: CalendarDay): OverrideField => {
  const areWithin = (entries: readonly HourEntry[]) =>
    specialEntries(entries).filter((each) => first <= each.first && each.last <= last).length ===
    entries.length;
  return {
    // Hours on the last date may end on the next day.
    lastDate: formatIsoDate(Math.min(last + 1, lastDay)),
    parse: parserOf(hourEntries.check(z.refine(areWithin, 'must be special hours within the dates'))),
    read: ({ hours }) => specialEntries(hours).flatMap((each) => partOf(each, first, last)),
    write: (into, value) => {
      const entries = hourEntries.parse(value);
      const closed = specialEntries(entries).some(
        ({ entry, ...dates }) => isClosure(entry) && dates.first === first && dates.last === last,
      );
      return {
        ...into,
        hours: [...withoutDates(into.hours, first, last), ...entries],
        services: closed
          ? into.services.map((each) => serviceWithoutDates(each, first, last))
          : into.services,
      };
    },
  };
};

const isClosure = ({ type, weekday, startTime, endTime }: HourEntry): boolean =>
  type === 'SPECIAL_CLOSED' && (weekday ?? startTime ?? endTime) === undefined;

const withoutDates = (
  hours: readonly HourEntry[],
  first: CalendarDay,
  last: CalendarDay,
): readonly HourEntry[] => {
  const replaced = specialEntries(hours).filter((each) => each.first <= last && first <= each.last);
  const entries = new Set(replaced.map(({ entry }) => entry));
  const rests = replaced.flatMap((each) => [
    ...partOf(each, each.first, first - 1),
    ...partOf(each, last + 1, each.last),
  ]);
  return [...hours.filter((entry) => !entries.has(entry)), ...rests];
};

const serviceWithoutDates = (
  { hours: own, ...service }: OfferedService,
  first: CalendarDay,
  last: CalendarDay,
): OfferedService => {
  const hours = [...withoutDates(own ?? [], first, last)];
  return hours.length > 0 ? { ...service, hours } : service;
};

/** Returns the part of a special entry that is within these dates: one entry, or none if they do not overlap. */
const partOf = (
  { entry, first, last }: ReturnType<typeof specialEntries>[number],
  from: CalendarDay,
  to: CalendarDay,
): readonly HourEntry[] => {
  const [startDay, endDay] = [Math.max(first, from), Math.min(last, to)];
  return startDay > endDay
    ? []
    : [{ ...entry, startDate: formatDate(startDay), endDate: formatDate(endDay) }];
};

/** Whether a service is offered, or its own hours if it has any. */
const serviceValue = z.union([z.boolean(), hourEntries.check(z.minLength(1))]);

const serviceField = (code: number): OverrideField => ({
  parse: parserOf(serviceValue),
  read: ({ services }) => {
    const offered = services.find((service) => service.code === code);
    return offered ? (offered.hours ?? true) : false;
  },
  write: (into, given) => {
    const value = serviceValue.parse(given);
    const offered = into.services.find((service) => service.code === code);
    const others = into.services.filter((service) => service !== offered);
    if (value === false) return { ...into, services: others };
    const changed = value === true ? (offered ?? { code }) : { code, hours: value };
    const services = offered
      ? into.services.map((each) => (each === offered ? changed : each))
      : [...others, changed];
    return { ...into, services };
  },
});

export const fieldNames: readonly string[] = [
  ...Object.keys(members),
  ...Object.keys(addressMembers).map((name) => `address.${name}`),
  'hours',
  'hours:DATE',
  'hours:DATE/DATE',
  'service:CODE',
].sort(byCodeUnit);
