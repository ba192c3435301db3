import * as z from 'zod';

const typeName = z.enum(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
export type TypeName = z.output<typeof typeName>;

const count = z.int().min(0).optional();

/** What is compared of a JSON schema (draft 2020-12); what else it has is compared as it stands. */
export const describedSchema = z.looseObject({
  type: z.union([typeName, z.array(typeName)]).optional(),
  enum: z.array(z.json()).optional(),
  const: z.json().optional(),
  default: z.json().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().optional(),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: z.boolean().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), describedSchema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), describedSchema]).optional();
  },
  get items() {
    return z.union([z.boolean(), describedSchema]).optional();
  },
  get prefixItems() {
    return z.array(describedSchema).optional();
  },
  get anyOf() {
    return z.array(describedSchema).optional();
  },
  get oneOf() {
    return z.array(describedSchema).optional();
  },
  get allOf() {
    return z.array(describedSchema).optional();
  },
});
export type DescribedSchema = z.output<typeof describedSchema>;

const nothing: DescribedSchema = { not: {} };

/** A schema that may be written as true, anything, or false, nothing; absent is anything. */
export const schemaOf = (schema: boolean | DescribedSchema | undefined): DescribedSchema => {
  if (schema === false) return nothing;
  return schema === true || schema === undefined ? {} : schema;
};

/** Whether no value is of this schema. */
export const isNothing = ({ not }: DescribedSchema): boolean =>
  typeof not === 'object' && not !== null && Object.keys(not).length === 0;
