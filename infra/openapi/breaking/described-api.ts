import * as z from 'zod';
import { describedSchema } from './schema-changes.ts';

const contents = z.record(z.string(), z.looseObject({ schema: describedSchema.optional() }));

const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'header', 'path']),
  required: z.boolean().default(false),
  schema: describedSchema.default({}),
  style: z.string().optional(),
  explode: z.boolean().optional(),
});
export type DescribedParameter = z.output<typeof parameter>;

const header = z.looseObject({ required: z.boolean().default(false), schema: describedSchema.default({}) });

const answer = z.looseObject({
  headers: z.record(z.string(), header).default({}),
  content: contents.default({}),
});

const body = z.looseObject({ required: z.boolean().default(false), content: contents });

/** Alternatives, each a set of schemes that are needed together. */
const security = z.array(z.record(z.string(), z.array(z.string())));

const operation = z.looseObject({
  operationId: z.string().optional(),
  parameters: z.array(parameter).default([]),
  requestBody: body.optional(),
  responses: z.record(z.string(), answer).default({}),
  security: security.optional(),
});
export type DescribedOperation = z.output<typeof operation> & {
  readonly security: z.output<typeof security>;
};

const methods = z.enum(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

const securityScheme = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  in: z.string().optional(),
  scheme: z.string().optional(),
});

const document = z.looseObject({
  openapi: z.string().regex(/^3\.1\.\d+$/, 'must be OpenAPI 3.1'),
  servers: z.array(z.looseObject({ url: z.string() })).default([{ url: '/' }]),
  paths: z.record(z.string(), z.partialRecord(methods, operation)),
  security: security.default([]),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), securityScheme).default({}) })
    .default({ securitySchemes: {} }),
});

/** What a description promises to clients: without its texts, and whichever way it is cut into components. */
export interface DescribedApi {
  /** Before each path, such as `/locations/v3`, of each server. */
  readonly basePaths: readonly string[];
  /** By method and path, such as `GET /workcentres`. */
  readonly operations: Readonly<Record<string, DescribedOperation>>;
  readonly securitySchemes: Readonly<Record<string, z.output<typeof securityScheme>>>;
}

const basePathOf = (url: string): string =>
  new URL(url, 'http://relative.invalid').pathname.replace(/\/$/, '');

/** Reads an OpenAPI 3.1 document. Throws ZodError where it is none, and where its references cannot be followed. */
export const describedApi = (described: unknown): DescribedApi => {
  const { servers, paths, security: usual, components } = document.parse(withoutReferences(described));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, each]) =>
        [`${method.toUpperCase()} ${path}`, { ...each, security: each.security ?? usual }] as const,
    ),
  );
  return {
    basePaths: servers.map(({ url }) => basePathOf(url)),
    operations: Object.fromEntries(operations),
    securitySchemes: components.securitySchemes,
  };
};

type Json = z.core.util.JSONType;

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a JSON pointer (RFC 6901) in a fragment. */
const namesIn = (reference: string): readonly string[] =>
  decodeURIComponent(reference.slice(2))
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * A document with each `$ref` replaced by what it refers to, so that how a description is cut into components makes no
 * difference. Throws where a reference leads out of the document, to nothing, or to what holds it: schemas that repeat
 * themselves are none of ours, and could not be compared as trees.
 */
const withoutReferences = (document: unknown): unknown => {
  const root = z.json().parse(document);

  const targetOf = (reference: string): Json => {
    if (!reference.startsWith('#/')) throw new Error(`${reference} leads out of the document`);
    const target = namesIn(reference).reduce<Json | undefined>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      root,
    );
    if (target === undefined) throw new Error(`${reference} leads to nothing`);
    return target;
  };

  const membersOf = (value: { [name: string]: Json }, within: readonly string[]) =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expanded(member, within)]));

  const expanded = (value: Json, within: readonly string[]): Json => {
    if (Array.isArray(value)) return value.map((item) => expanded(item, within));
    if (!isObject(value)) return value;
    const { $ref: reference, ...besides } = value;
    if (typeof reference !== 'string') return membersOf(value, within);
    if (within.includes(reference)) throw new Error(`${reference} holds itself`);
    const target = expanded(targetOf(reference), [...within, reference]);
    return isObject(target) ? { ...target, ...membersOf(besides, within) } : target;
  };
  return expanded(root, []);
};
