import * as z from 'zod';

/** Parts of an OpenAPI document that the tests use, parsed as other programs would. released.test.ts checks the rest. */

/** Marks an addition to the specification. */
const mark = z.literal(true).optional();

const schemaObject = z.looseObject({
  'x-waypost-extension': mark,
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  pattern: z.string().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get items() {
    return schemaObject.optional();
  },
  get anyOf() {
    return z.array(schemaObject).optional();
  },
  get properties() {
    return z.record(z.string(), schemaObject).optional();
  },
});
export type ReadSchema = z.output<typeof schemaObject>;

const examples = z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() }));
const mediaType = z.object({
  schema: schemaObject,
  examples: examples.optional(),
  example: z.unknown().optional(),
});
const content = z.strictObject({
  'application/json': mediaType,
  'application/geo+json': mediaType.optional(),
});

export const mediaTypesOf = (of: Partial<z.output<typeof content>>) =>
  Object.entries(of).flatMap(([type, described]) => (described ? [[type, described] as const] : []));

const reference = z.strictObject({ $ref: z.string() });

const header = z.object({
  description: z.string(),
  required: z.boolean().optional(),
  schema: schemaObject,
  example: z.unknown().optional(),
});
export type ReadHeader = z.output<typeof header>;

const response = z.object({
  'x-waypost-extension': mark,
  description: z.string().min(1),
  headers: z.record(z.string(), reference),
  content: content.optional(),
});

const parameter = z.object({
  'x-waypost-extension': mark,
  in: z.enum(['path', 'query', 'header']),
  name: z.string(),
  description: z.string().min(1),
  required: z.boolean(),
  style: z.string().optional(),
  explode: z.boolean().optional(),
  schema: schemaObject,
  example: z.unknown().optional(),
});
export type ReadParameter = z.output<typeof parameter>;

const operation = z.object({
  'x-waypost-extension': mark,
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.tuple([z.string()]),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.object({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});
type ReadOperation = z.output<typeof operation>;

const document = z.object({
  info: z.object({ version: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })]),
  security: z.tuple([z.strictObject({ 'AUTH-KEY': z.tuple([]) })]),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), operation)),
  components: z.object({
    headers: z.record(z.string(), header),
    schemas: z.record(z.string(), schemaObject),
    responses: z.record(z.string(), response),
  }),
});
export type ReadDocument = z.output<typeof document>;

export const readDocument = (value: unknown): ReadDocument =>
  document.parse(JSON.parse(JSON.stringify(value)));

/** Resolves a reference within a document. Throws if its target does not exist. */
const referred = (from: ReadDocument, $ref: string): unknown => {
  const names = $ref.replace(/^#\//, '').split('/');
  const found = names.reduce<unknown>(
    (value, name) => z.record(z.string(), z.unknown()).parse(value)[name],
    from,
  );
  if (found === undefined) throw new Error(`There is nothing at ${$ref}.`);
  return found;
};

export const responseOf = (from: ReadDocument, answer: ReadOperation['responses'][string]) => {
  const { headers, ...rest } = '$ref' in answer ? response.parse(referred(from, answer.$ref)) : answer;
  const shown = Object.entries(headers).map(
    ([name, { $ref }]) => [name, header.parse(referred(from, $ref))] as const,
  );
  return { ...rest, headers: shown };
};

export const operationsOf = (from: ReadDocument) =>
  Object.entries(from.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      described ? [{ path, method, ...described }] : [],
    ),
  );
