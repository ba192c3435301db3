import * as z from 'zod';
import {
  type CreateDocumentOptions,
  createSchema,
  type oas31,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiRequestBodyObject,
} from 'zod-openapi';
import type { OperationDescription, Words } from './operation-description.ts';

type Schema = Extract<oas31.SchemaObject, object>;

const isSchema = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** The bounds of a type itself, which its format names. */
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

/** `["string","null"]` says in one word what two alternatives would. */
const joinNull = (schema: Schema): void => {
  const [shown, ...others] = (schema.anyOf ?? []).filter(isSchema);
  if (shown === undefined || others.length !== 1 || typeof shown.type !== 'string') return;
  delete schema.anyOf;
  Object.assign(schema, shown, { type: [shown.type, 'null'] });
};

const isNever = (schema: unknown): boolean =>
  isSchema(schema) && isSchema(schema.not) && Object.keys(schema.not).length === 0;

/** Answers may get more fields one day, which clients must not mind; fields that may never be there are not shown. */
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

/** How zod's schemas are shown to clients. */
export const schemaRules: CreateDocumentOptions = { override };

type Body = NonNullable<OperationDescription['body']>;

const withWords = (property: oas31.SchemaObject | oas31.ReferenceObject, words: Words | undefined) => ({
  ...(typeof property === 'object' && property),
  ...(words && { description: words.description }),
  ...(words?.example !== undefined && { examples: [words.example] }),
});

/** The body of a request, which refers to its schema by name. */
export const requestBody = ({ name, description, examples }: Body): ZodOpenApiRequestBodyObject => ({
  description,
  required: true,
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${name}` },
      examples: { ...examples },
    },
  },
});

/** That schema, with what is said of its fields: bundles of functions carry no such words. */
export const bodySchema = (schema: z.core.$ZodType, fields: Body['fields']): Schema => {
  const shown = createSchema(schema, { io: 'input', opts: schemaRules }).schema as Schema;
  const properties = Object.entries(shown.properties ?? {}).map(
    ([name, property]) => [name, withWords(property, fields[name])] as const,
  );
  return { ...shown, properties: Object.fromEntries(properties) };
};
