import * as z from 'zod/mini';
import type { Location } from '../../shared/domain/location/location.ts';
import { quoted } from '../../shared/http/errors.ts';
import { extension, listParam } from '../../shared/http/query-params.ts';
import type { SparseWorkCentre, WorkCentre } from '../../shared/wire/work-centre.ts';
import {
  type ExtraMembers,
  toSparseWorkCentre,
  toWorkCentre,
  type WorkCentreAttribute,
  type WorkCentreContext,
  type WorkCentreSelection,
} from '../../shared/wire/work-centre-view.ts';

/** Attributes of a work centre, in the order of the specification. */
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
] as const satisfies readonly WorkCentreAttribute[];

/** Members of a work centre that are shown only if `fields` names them. `*` does not include them. */
const workCentreExtras = [
  'opening',
  'availability',
  'former_ids',
  'parcel_limits',
  'lifecycle',
] as const satisfies readonly string[];
type WorkCentreExtra = (typeof workCentreExtras)[number];

/** How an operation computes each extra member. */
export interface ExtraSources {
  readonly ofWorkCentre: Readonly<Record<WorkCentreExtra, ExtraMembers['ofWorkCentre'][string]>>;
  readonly ofCapability: Readonly<Record<'opening', ExtraMembers['ofCapability'][string]>>;
}

/** Prefix of the names of all capability members. */
export const capabilities = 'attributes.operational_capabilities';
const capabilityId = `${capabilities}.id` as const;
/** The only member of a capability that is shown only if `fields` names it. */
const capabilityOpening = `${capabilities}.opening` as const;

/** All names that `fields` accepts. */
const fieldNames = [
  '*',
  'attributes',
  ...attributes.map((name) => `attributes.${name}` as const),
  capabilityId,
  'location',
  'location.attributes',
  'location.addresses',
  ...workCentreExtras,
  capabilityOpening,
] as const;
type FieldName = (typeof fieldNames)[number];

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Members that a request selects with `fields`. */
export interface SelectedFields extends WorkCentreSelection {
  /** All names in `fields`. */
  readonly names: ReadonlySet<string>;
  /** Names of the selected extra members, as in `fields`. */
  readonly extras: ReadonlySet<string>;
  /** Whether exactly the members in the specification are selected. */
  readonly isDefault: boolean;
}

/** Whether this is the name of an extra member of a work centre rather than of a capability. */
export const isWorkCentreExtra = (name: string): boolean => workCentreExtras.some((each) => each === name);

const isExtra = (name: string): boolean => isWorkCentreExtra(name) || name === capabilityOpening;

const isField = (name: string): name is FieldName => fieldNames.some((each) => each === name);

const fieldName = z
  .string()
  .check(z.refine(isField, { error: ({ input }) => `${quoted(String(input)).slice(1, -1)} is not a field` }));

/**
 * Query parameter of operations that return work centres. If it is absent, responses contain everything in the
 * specification.
 */
export const fieldsParameter = {
  fields: extension(
    z.pipe(
      listParam(fieldName),
      z.transform((names): SelectedFields | undefined => names && selectionOf(names)),
    ),
    'Comma-separated list of the members to return. `id` and `type` are always returned. `*` selects everything in the ' +
      `specification, and is the default. Names: ${listed(fieldNames)}. GeoJSON allows only ${listed(['*', ...workCentreExtras])}.`,
    'attributes.business_name,location.attributes',
  ),
};

const selectionOf = (names: ReadonlySet<string>): SelectedFields => {
  const everything = names.has('*');
  const has = (...any: readonly FieldName[]) => everything || any.some((name) => names.has(name));
  const all = has('attributes');
  const whole = has('attributes', capabilities);
  const extras = new Set([...names].filter(isExtra));
  return {
    names,
    isDefault: everything && extras.size === 0,
    attributes: new Set(attributes.filter((name) => all || names.has(`attributes.${name}`))),
    capabilities: whole ? 'all' : names.has(capabilityId) ? 'id' : 'none',
    position: has('location', 'location.attributes'),
    addresses: has('location', 'location.addresses'),
    extras,
  };
};

/**
 * Creates a function that maps locations to work centres with the selected members. If `fields` is undefined, they have
 * all members in the specification.
 */
export const workCentreMapper = (fields: SelectedFields | undefined, sources: ExtraSources) => {
  if (!fields || fields.isDefault) return toWorkCentre;
  const extras = {
    ofWorkCentre: selectedExtras(fields, sources.ofWorkCentre),
    ofCapability: fields.extras.has(capabilityOpening) ? sources.ofCapability : {},
  };
  return (location: Location, context: WorkCentreContext): WorkCentre | SparseWorkCentre =>
    toSparseWorkCentre(location, context, fields, extras);
};

/** Returns the sources of the selected extra members of a work centre. */
export const selectedExtras = (
  fields: SelectedFields | undefined,
  sources: ExtraSources['ofWorkCentre'],
): ExtraMembers['ofWorkCentre'] =>
  Object.fromEntries(Object.entries(sources).filter(([name]) => fields?.extras.has(name)));
