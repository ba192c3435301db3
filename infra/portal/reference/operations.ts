import * as z from 'zod';
import { type Scope, scopes, scopeTextAllows } from '../../../shared/domain/access/scope.ts';
import { basePathOf, type Service, services } from '../../../shared/domain/access/service.ts';
import { descriptionOfType } from '../../../shared/domain/location/location-types.ts';
import { openApiDocuments } from '../../openapi/openapi-documents.ts';

/** Operations as the reference shows them, read from the OpenAPI documents. */

/** JSON Schema, as far as the documents use it. */
const jsonSchema = z.object({
  $ref: z.string().optional(),
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
  examples: z.array(z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  'x-waypost-extension': z.literal(true).optional(),
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
const reference = z.object({ $ref: z.string() });
const response = z.object({
  description: z.string(),
  headers: z.record(z.string(), reference).default({}),
  content: content.default({}),
  'x-waypost-extension': z.literal(true).optional(),
});
const header = z.object({
  description: z.string(),
  schema: jsonSchema,
  'x-waypost-extension': z.literal(true).optional(),
});
const parameter = z.object({
  in: z.enum(['path', 'query', 'header']),
  name: z.string(),
  description: z.string(),
  required: z.boolean().default(false),
  schema: jsonSchema,
  example: z.union([z.string(), z.number(), z.array(z.string())]).optional(),
  'x-waypost-extension': z.literal(true).optional(),
});
const document = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        summary: z.string(),
        description: z.string(),
        security: z.array(z.unknown()).optional(),
        parameters: z.array(parameter).default([]),
        requestBody: z.object({ content }).optional(),
        responses: z.record(z.string(), z.union([reference, response])),
        'x-waypost-extension': z.literal(true).optional(),
      }),
    ),
  ),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), response),
    headers: z.record(z.string(), header),
  }),
});

/** A service with its operations. */
export interface ReferenceService {
  readonly service: Service;
  readonly title: string;
  readonly version: string;
  /** Markdown. */
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
  /** Schemas that others refer to, by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export interface ReferenceOperation {
  readonly operationId: string;
  /** Address of its page. */
  readonly page: string;
  readonly method: string;
  /** Full path, such as `/locations/v3/workcentres/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly isExtension: boolean;
  /** Scopes of which a key needs one; empty if the operation needs no key. The narrowest is the last. */
  readonly scopes: readonly Scope[];
  /** Without the header that simulates failures. */
  readonly parameters: readonly ReferenceParameter[];
  readonly body: { readonly schema: JsonSchema; readonly example: unknown } | undefined;
  readonly responses: readonly ReferenceResponse[];
  readonly errors: readonly ReferenceError[];
  /** Whether a sandbox key can simulate failures. */
  readonly canSimulate: boolean;
}

export const parameterGroups = ['Path', 'Place', 'Filters', 'Paging', 'Output', 'Headers', 'Body'] as const;
type ParameterGroup = (typeof parameterGroups)[number];

/** Parameter or member of the request body. */
export interface ReferenceParameter {
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly name: string;
  readonly group: ParameterGroup;
  /** Markdown. */
  readonly description: string;
  readonly required: boolean;
  readonly isExtension: boolean;
  readonly schema: JsonSchema;
  /** As it is sent. */
  readonly example: string | undefined;
  /** Values that it may have or list. */
  readonly values: readonly string[];
  /** Whether it has one of the values, rather than a list of them. */
  readonly isChoice: boolean;
}

export interface ReferenceResponse {
  readonly status: string;
  /** Markdown. */
  readonly description: string;
  readonly isExtension: boolean;
  readonly headers: readonly {
    readonly name: string;
    readonly description: string;
    readonly isExtension: boolean;
  }[];
  readonly bodies: readonly {
    readonly mediaType: string;
    readonly schema: JsonSchema;
    readonly example: unknown;
  }[];
}

interface ReferenceError {
  readonly status: string;
  readonly code: string;
  /** Markdown. */
  readonly description: string;
  readonly detail: string;
}

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
  ndjson: 'one work centre per line',
  json: 'one JSON document',
  csv: 'flat table',
  geojson: 'for maps',
  changes: 'changes since a version',
  removed: 'removed locations',
  files: 'list of all files',
};

const simulateHeader = 'waypost-simulate';

/** Returns the three services with all operations. Throws if a document has a form that the reference cannot show. */
export const referenceServices = (): readonly ReferenceService[] => {
  const documents = openApiDocuments({ origin: '' });
  return services.map((service) => {
    const { info, paths, components } = document.parse(documents[service]);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]): ReferenceOperation => {
        const { operationId, summary, security, parameters, requestBody } = described;
        const resolved = Object.entries(described.responses).map(([status, each]) => ({
          status,
          ...('$ref' in each ? resolve(components.responses, each.$ref) : each),
        }));
        const body = requestBody?.content['application/json'];
        const isOpen = security?.length === 0;
        const fullPath = `${basePathOf[service]}${path}`;
        return {
          operationId,
          page: `/reference/${service}/${operationId}/`,
          method: method.toUpperCase(),
          path: fullPath,
          summary,
          description: described.description,
          isExtension: isMarked(described),
          scopes: isOpen ? [] : scopes.filter((scope) => scopeTextAllows(scope, fullPath)),
          parameters: [
            ...parameters.filter(({ name }) => name !== simulateHeader).map(toParameter),
            ...(resolved.some((each) => 'application/geo+json' in each.content) ? [acceptHeader] : []),
            ...(body ? bodyParameters(body, components.schemas) : []),
          ],
          body: body && { schema: body.schema, example: body.example },
          responses: resolved
            .filter(({ status }) => status < '400')
            .map((each) => ({
              status: each.status,
              description: each.description,
              isExtension: isMarked(each),
              headers: Object.entries(each.headers).map(([name, { $ref }]) => {
                const { description, ...rest } = resolve(components.headers, $ref);
                return { name, description, isExtension: isMarked(rest) };
              }),
              bodies: Object.entries(each.content).map(([mediaType, rest]) => ({ mediaType, ...rest })),
            })),
          errors: resolved.filter(({ status }) => status >= '400').flatMap(toError),
          canSimulate: parameters.some(({ name }) => name === simulateHeader),
        };
      }),
    );
    return { service, ...info, operations, schemas: components.schemas };
  });
};

/** Returns the part of a document that a `$ref` names. */
export const resolve = <T>(parts: Readonly<Record<string, T>>, $ref: string): T => {
  const part = parts[$ref.slice($ref.lastIndexOf('/') + 1)];
  if (part === undefined) throw new Error(`the document has no ${$ref}`);
  return part;
};

const isMarked = (part: { readonly 'x-waypost-extension'?: true | undefined }): boolean =>
  part['x-waypost-extension'] === true;

const groupOf: Readonly<Record<string, ParameterGroup>> = {
  ...{ offset: 'Paging', size: 'Paging', limit: 'Paging' },
  ...{ lat: 'Place', lon: 'Place', near: 'Place', radius: 'Place', bbox: 'Place' },
  'location[addresses.attributes.postcode]': 'Place',
  ...{ fields: 'Output', format: 'Output', since: 'Output', redirect: 'Output' },
};

const toParameter = ({ example, schema, ...given }: z.infer<typeof parameter>): ReferenceParameter => ({
  in: given.in,
  name: given.name,
  group:
    given.in === 'path' ? 'Path' : given.in === 'header' ? 'Headers' : (groupOf[given.name] ?? 'Filters'),
  description: given.description,
  required: given.required,
  isExtension: isMarked(given),
  schema,
  example: example === undefined ? undefined : String(example),
  ...valuesOf(schema),
});

/** A list of values is a text with a pattern such as `(PO|UPL)`. */
const valuesOf = (schema: JsonSchema): Pick<ReferenceParameter, 'values' | 'isChoice'> => {
  if (schema.enum) return { values: schema.enum, isChoice: true };
  const [, constant] = /^\^(\w+)\$$/.exec(schema.pattern ?? '') ?? [];
  if (constant !== undefined) return { values: [constant], isChoice: true };
  const [, listed] = /\((\w+(?:\|\w+)+)\)/.exec(schema.pattern ?? '') ?? [];
  return { values: listed?.split('|') ?? [], isChoice: false };
};

const acceptHeader: ReferenceParameter = {
  in: 'header',
  name: 'accept',
  group: 'Output',
  description:
    'Media type of the response. The default is JSON; `application/geo+json` returns GeoJSON for maps.',
  required: false,
  isExtension: true,
  schema: jsonSchema.parse({ type: 'string' }),
  example: undefined,
  values: ['application/geo+json'],
  isChoice: true,
};

const bodyParameters = (
  { schema, example }: { readonly schema: JsonSchema; readonly example: unknown },
  schemas: ReferenceService['schemas'],
): readonly ReferenceParameter[] => {
  const { properties = {}, required } = schema.$ref ? resolve(schemas, schema.$ref) : schema;
  const examples = z.record(z.string(), z.union([z.string(), z.number()])).parse(example);
  return Object.entries(properties).map(([name, member]) => ({
    in: 'body',
    name,
    group: 'Body',
    description: member.description ?? '',
    required: required.includes(name),
    isExtension: false,
    schema: member,
    example: examples[name] === undefined ? undefined : String(examples[name]),
    ...valuesOf({ ...member, pattern: undefined }),
  }));
};

const errorBody = z.object({ errors: z.array(z.object({ code: z.string(), detail: z.string() })) });

/** `health` returns its own body with 503. */
const toError = ({
  status,
  description,
  content: bodies,
}: z.infer<typeof response> & { readonly status: string }): readonly ReferenceError[] => {
  const [body] = Object.values(bodies);
  const error = errorBody.safeParse(body?.example).data?.errors[0];
  return [{ status, description, code: error?.code ?? '', detail: error?.detail ?? '' }];
};
