import * as z from 'zod';

const attributes = [
  'business_name',
  'business_long_name',
  'work_centre_id',
  'phone_number',
  'fax_number',
  'access_restriction_code',
  'location_type_code',
  'org_unit_type_description',
  'operational_capabilities',
];

/** Names for `fields` that select members of the specification. */
export const fieldNames = [
  '*',
  'attributes',
  ...attributes.map((name) => `attributes.${name}`),
  'attributes.operational_capabilities.id',
  'location',
  'location.attributes',
  'location.addresses',
];

const json = z.record(z.string(), z.unknown());
type Json = z.output<typeof json>;

/** Removes the members of a work centre that the paths, such as `location.addresses`, do not select. */
export const prune = (value: Json, paths: readonly string[], prefix = ''): Json =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const path = `${prefix}${name}`;
      if (paths.some((each) => each === '*' || each === path)) return [[name, member]];
      const within = paths.filter((each) => each.startsWith(`${path}.`));
      if (within.length === 0) return [];
      if (!Array.isArray(member)) return [[name, prune(json.parse(member), within, `${path}.`)]];
      return [[name, member.map((item) => prune(json.parse(item), within, `${path}.`))]];
    }),
  );

/** Names for `fields` that select additions to the specification. */
export const extraNames = [
  'opening',
  'attributes.operational_capabilities.opening',
  'availability',
  'former_ids',
  'parcel_limits',
  'lifecycle',
];
