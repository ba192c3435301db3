import * as z from 'zod';
import { scopes, scopeTextAllows } from '../../../shared/domain/access/scope.ts';
import { basePathOf, type Service } from '../../../shared/domain/access/service.ts';
import { lazy } from '../../../shared/domain/lazy.ts';
import { descriptionOfType } from '../../../shared/domain/location/location-types.ts';
import { openApiDocuments } from '../../openapi/openapi-documents.ts';
import { callOperation } from '../samples/api-call.ts';

/** Operations as the reference shows them, read from the OpenAPI documents. */

/** Whether Waypost added this part to the specification. */
const extension = { 'x-waypost-extension': z.literal(true).optional() };

/** The part of JSON Schema that the documents use. */
const jsonSchema = z.object({
  'x-waypost-extension': z.literal(true).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.union([z.string(), z.number()]).optional(),
  required: z.array(z.string()).default([]),
  get items() {
    return jsonSchema.optional();
  },
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
});
export type JsonSchema = z.infer<typeof jsonSchema>;

const content = z.record(z.string(), z.object({ schema: jsonSchema, example: z.unknown() }));
const response = z.object({
  ...extension,
  description: z.string(),
  headers: z.record(z.string(), z.object({ ...extension, description: z.string() })).default({}),
  content: content.default({}),
});
const parameter = z.object({
  ...extension,
  /** Members of the request body are listed as parameters, too. */
  in: z.enum(['path', 'query', 'header', 'body']),
  name: z.string(),
  description: z.string(),
  required: z.boolean().default(false),
  schema: jsonSchema,
  example: z.union([z.string(), z.number(), z.array(z.string())]).optional(),
});
const operation = z.object({
  ...extension,
  operationId: z.string(),
  summary: z.string(),
  /** Markdown. */
  description: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response),
});
const document = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

export type ReferenceService = ReturnType<typeof referenceServices>[number];
export type ReferenceOperation = ReturnType<typeof operationOf>;
export type ReferenceParameter = ReturnType<typeof toParameter>;
export type ReferenceResponse = z.infer<typeof response>;

export const parameterGroups = ['Path', 'Place', 'Filters', 'Paging', 'Output', 'Headers', 'Body'] as const;

/** Meanings of values that do not explain themselves. */
export const meanings: Readonly<Record<string, string>> = {
  ...descriptionOfType,
  C_SPB: 'Combined red and yellow street post box',
  OS: 'Outstation: part of a post office in another building',
  HOURS: 'usual hours',
  SPECIAL_HOURS: 'hours of a special day',
  CLOSED: 'closed as usual',
  SPECIAL_CLOSED: 'closed on a special day',
  HATCH: 'hatch hours',
  LUNCH: 'lunch break',
};

/** Services in the order of the navigation. */
const orderedServices = ['locations-v3', 'locations-v2', 'bill-management'] as const;

const simulateHeader = 'waypost-simulate';

/** Returns the three services with all operations. Throws if a document has a form that the reference cannot show. */
export const referenceServices = lazy(() => {
  const documents = openApiDocuments({ origin: '' });
  return orderedServices.map((service) => {
    const components = namedParts.parse(documents[service].components);
    const { info, paths } = document.parse(withoutReferences(documents[service], components));
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) =>
        operationOf(service, method.toUpperCase(), path, described),
      ),
    );
    const [about = ''] = info.description.split('\n\n');
    return { service, name: info.title, about, info, operations };
  });
});

const operationOf = (
  service: Service,
  method: string,
  template: string,
  described: z.infer<typeof operation>,
) => {
  const { operationId, security, requestBody } = described;
  const path = `${basePathOf[service]}${template}`;
  const responses = Object.entries(described.responses);
  const hasGeoJson = responses.some(([, each]) => 'application/geo+json' in each.content);
  const allowed = security?.length === 0 ? [] : scopes.filter((scope) => scopeTextAllows(scope, path));
  const parameters = [
    ...described.parameters.filter(({ name }) => name !== simulateHeader).map(toParameter),
    ...(hasGeoJson ? [acceptHeader] : []),
    ...bodyMembers(requestBody?.content),
  ];
  return {
    ...described,
    /** Address of the operation's page. */
    page: `/reference/${service}/${operationId}/`,
    method,
    /** `/locations/v3/workcentres/{id}`. */
    path,
    /** Scopes, one of which a key needs; empty if the operation needs no key. */
    scopes: allowed,
    parameters,
    /** Ordered by status. */
    responses,
    /** Whether a sandbox key can simulate failures. */
    canSimulate: described.parameters.some(({ name }) => name === simulateHeader),
    /** The operation in the form that samples need. */
    call: callOperation.parse({
      ...{ operationId, service, method, path: template, needsKey: allowed.length > 0 },
      parameters: parameters.map(({ schema: { type = 'string', enum: values }, ...each }) => {
        return { ...each, type: [type].flat()[0]?.replace('integer', 'number'), values };
      }),
      redirects: responses.some(([status]) => status === '302'),
    }),
  };
};

const reference = z.object({ $ref: z.string().regex(/^#\/components\/\w+\/[\w-]+$/) });
const namedParts = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Replaces each `$ref` with the component that it names. Members beside the `$ref` take precedence. */
const withoutReferences = (part: unknown, components: z.infer<typeof namedParts>): unknown =>
  JSON.parse(JSON.stringify(part), (_, value: unknown) => {
    const { data } = reference.safeParse(value);
    if (!data) return value;
    const [, , kind = '', name = ''] = data.$ref.split('/');
    const named = withoutReferences(components[kind]?.[name], components);
    return Object.assign({}, named, value, { $ref: undefined });
  });

const groupOf: Readonly<Record<string, (typeof parameterGroups)[number]>> = {
  ...{ offset: 'Paging', size: 'Paging', limit: 'Paging' },
  ...{ lat: 'Place', lon: 'Place', near: 'Place', radius: 'Place', bbox: 'Place' },
  'location[addresses.attributes.postcode]': 'Place',
  ...{ fields: 'Output', format: 'Output', since: 'Output', redirect: 'Output', accept: 'Output' },
};
const groupOfPlace = { path: 'Path', query: 'Filters', header: 'Headers', body: 'Body' } as const;

const toParameter = ({ example, ...given }: z.infer<typeof parameter>) => ({
  ...given,
  group: groupOf[given.name] ?? groupOfPlace[given.in],
  /** Example value, as it is sent. */
  example: example === undefined ? undefined : String(example),
  ...valuesOf(given.schema),
});

/**
 * Returns the allowed values of a parameter, or of the items in its list, which is a string with a pattern such as
 * `(PO|UPL)`. `isChoice` says whether it takes one value rather than a list.
 */
const valuesOf = (schema: JsonSchema): { readonly values: readonly string[]; readonly isChoice: boolean } => {
  if (schema.enum) return { values: schema.enum, isChoice: true };
  const [, constant] = /^\^(\w+)\$$/.exec(schema.pattern ?? '') ?? [];
  if (constant !== undefined) return { values: [constant], isChoice: true };
  const [, listed] = /\((\w+(?:\|\w+)+)\)/.exec(schema.pattern ?? '') ?? [];
  return { values: listed?.split('|') ?? [], isChoice: false };
};

/** Added here, because OpenAPI describes this header only by the response's media types. */
const acceptHeader = toParameter(
  parameter.parse({
    ...{ in: 'header', name: 'accept', 'x-waypost-extension': true },
    description:
      'Media type of the response. The default is JSON; `application/geo+json` returns GeoJSON for maps.',
    schema: { type: 'string', enum: ['application/geo+json'] },
  }),
);

const bodyMembers = (bodies: z.infer<typeof content> | undefined): readonly ReferenceParameter[] => {
  const body = bodies?.['application/json'];
  if (!body) return [];
  const { properties = {}, required } = body.schema;
  const examples = z.record(z.string(), z.union([z.string(), z.number()])).parse(body.example);
  return Object.entries(properties).map(([name, schema]) =>
    toParameter({
      in: 'body',
      name,
      description: schema.description ?? '',
      required: required.includes(name),
      schema: { ...schema, pattern: undefined },
      example: examples[name],
    }),
  );
};
