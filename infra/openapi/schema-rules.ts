import * as z from 'zod';
import type { CreateDocumentOptions, oas31, ZodOpenApiOverrideContext } from 'zod-openapi';

type Schema = Extract<oas31.SchemaObject, object>;

const isSchema = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** Bounds that `format` already implies for integer types. */
const boundsOfType = [2_147_483_647, -2_147_483_648, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const isOfType = (bound: number | undefined): boolean => bound !== undefined && boundsOfType.includes(bound);

const showFormat = (type: z.core.$ZodType, schema: Schema): void => {
  if (schema.format === 'uuid') delete schema.pattern;
  if (!(type instanceof z.core.$ZodNumber)) return;
  if (isOfType(schema.maximum)) delete schema.maximum;
  if (isOfType(schema.minimum)) delete schema.minimum;
  if (type instanceof z.core.$ZodNumberFormat && type._zod.def.format === 'int32') schema.format = 'int32';
  if (schema.type === 'number') schema.format = 'double';
};

/** Replaces the alternatives of a nullable schema with one list of types, such as `["string","null"]`. */
const joinNull = (schema: Schema): void => {
  const [shown, ...others] = (schema.anyOf ?? []).filter(isSchema);
  if (shown === undefined || others.length !== 1 || typeof shown.type !== 'string') return;
  delete schema.anyOf;
  Object.assign(schema, shown, { type: [shown.type, 'null'] });
};

const isNever = (schema: unknown): boolean =>
  isSchema(schema) && isSchema(schema.not) && Object.keys(schema.not).length === 0;

/** Allows unknown fields, because responses may get new ones, and removes the fields that are never present. */
const openObject = (schema: Schema): void => {
  delete schema.additionalProperties;
  const shown = Object.entries(schema.properties ?? {}).filter(([, property]) => !isNever(property));
  schema.properties = Object.fromEntries(shown);
};

const listOfOne = (schema: Schema): void => {
  const [items, ...others] = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  if (!isSchema(items) || others.length > 0) return;
  delete schema.prefixItems;
  Object.assign(schema, { items, minItems: 1, maxItems: 1 });
};

const override = ({ zodSchema, jsonSchema }: ZodOpenApiOverrideContext): void => {
  const schema = jsonSchema as Schema;
  showFormat(zodSchema, schema);
  if (zodSchema instanceof z.core.$ZodNullable) joinNull(schema);
  if (zodSchema instanceof z.core.$ZodObject) openObject(schema);
  if (zodSchema instanceof z.core.$ZodTuple) listOfOne(schema);
};

export const schemaRules: CreateDocumentOptions = { override };
