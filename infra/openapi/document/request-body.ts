import type * as z from 'zod';
import { createSchema, type oas31, type ZodOpenApiRequestBodyObject } from 'zod-openapi';
import type { OperationDescription, Words } from './operation-description.ts';
import { schemaRules } from './schema-rules.ts';

type Body = NonNullable<OperationDescription['body']>;
type Schema = Extract<oas31.SchemaObject, object>;

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
      examples: Object.fromEntries(Object.entries(examples).map(([key, example]) => [key, { ...example }])),
    },
  },
});

/** That schema, with what is said of its fields: bundles of functions carry no such words. */
export const bodySchema = (schema: z.core.$ZodType, fields: Body['fields']): Schema => {
  const shown = createSchema(schema, { io: 'input', opts: schemaRules }).schema as Schema;
  const properties = Object.entries(shown.properties ?? {});
  return {
    ...shown,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, withWords(property, fields[name])]),
    ),
  };
};
