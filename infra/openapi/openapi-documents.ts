import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { basePathOf, type Service } from '../../shared/domain/access/service.ts';
import { ignoredHeaderName } from '../../shared/http/headers.ts';
import { extensionMark } from '../../shared/http/query-params.ts';
import type { RequestSchema } from '../../shared/http/request.ts';
import { isConditional, type ResponseDescription, type Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { type ErrorStatus, errorResponse, errorResponses } from './error-responses.ts';
import { headers, headersNamed } from './headers.ts';
import { parametersOf } from './parameters.ts';
import { schemaRules } from './schema-rules.ts';
import { type ServiceDescription, serviceDescriptions } from './services.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/**
 * Returns the OpenAPI 3.1 document of each service, created from the routes and schemas that handle its requests.
 * `origin` is the API's origin, such as `https://api.example`, or empty if the API itself serves the document.
 */
export const openApiDocuments = ({
  origin,
}: {
  readonly origin: string;
}): Readonly<Record<Service, OpenApiDocument>> => ({
  'bill-management': documentOf('bill-management', origin),
  'locations-v2': documentOf('locations-v2', origin),
  'locations-v3': documentOf('locations-v3', origin),
});

/** Request schemas by operation id, from the export `request` of each handler; empty if it has none. */
export const requestSchemas: ReadonlyMap<string, RequestSchema> = new Map(
  await Promise.all(
    routes.map(async ({ operationId, handler }): Promise<[string, RequestSchema]> => {
      const { request = {} } = await import(new URL(`../../${handler}`, import.meta.url).href);
      return [operationId, request];
    }),
  ),
);

const keyScheme = 'AUTH-KEY';

const documentOf = (service: Service, origin: string): OpenApiDocument => {
  const basePath = basePathOf[service];
  const described = serviceDescriptions[service];
  const { title, version, description, tags, errors } = described;
  const byPath = Map.groupBy(described.routes, ({ path }) => path.slice(basePath.length));
  const statuses = [
    ...new Set(described.routes.flatMap((route) => errorStatusesOf(route, described))),
  ].sort();
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: { title, version, description },
      servers: [{ url: `${origin}${basePath}` }],
      security: [{ [keyScheme]: [] }],
      tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
      paths: Object.fromEntries(
        [...byPath].map(([path, ofPath]) => [
          path,
          Object.fromEntries(
            ofPath.map((route) => [route.method.toLowerCase(), operationOf(route, described)]),
          ),
        ]),
      ),
      components: {
        securitySchemes: {
          [keyScheme]: {
            type: 'apiKey',
            in: 'header',
            name: 'AUTH-KEY',
            description:
              'The key that the operator issued to the client. Send it exactly once, and only in this header.',
          },
        },
        headers,
        responses: Object.fromEntries(
          statuses.map((status) => [errorResponses[status].name, errorResponse(status, errors)]),
        ),
      },
    },
    schemaRules,
  );
  return withUsedHeaders(document);
};

const operationOf = (route: Route, service: ServiceDescription): ZodOpenApiOperationObject => {
  const { operationId, summary, description, open = false, requestExample } = route;
  const request = requestSchemas.get(operationId) ?? {};
  const parameters = parametersOf(request, { isOpen: open, isConditional: isConditional(route) });
  const tags = Object.keys(service.tags);
  return {
    operationId,
    summary,
    description,
    ...(route.isExtension && { [extensionMark]: true }),
    tags: [(open ? tags.at(-1) : tags[0]) ?? ''],
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(request.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: request.body, example: requestExample } },
      },
    }),
    responses: {
      ...successesOf(route, service),
      ...(isConditional(route) && { 304: notModified(route, service) }),
      ...Object.fromEntries(
        errorStatusesOf(route, service).map((status) => [
          status,
          { $ref: `#/components/responses/${errorResponses[status].name}` },
        ]),
      ),
    },
  };
};

const successesOf = (route: Route, service: ServiceDescription) => {
  const { responses, extendedResponses, geoJsonResponses } = service;
  const { operationId } = route;
  const usual = [
    ...(isConditional(route) ? ['etag'] : []),
    ...(route.headers ?? []),
    ignoredHeaderName,
    ...service.headers,
  ];
  const schemas = responses[operationId];
  if (!schemas) throw new Error(`the contract has no responses for ${operationId}`);
  const ordinary = (schema: z.ZodType | undefined): ResponseDescription => {
    const description = schema && z.globalRegistry.get(schema)?.description;
    if (description === undefined) throw new Error(`the response of ${operationId} has no description`);
    return { description, headers: route.open ? [] : usual };
  };
  const statuses = new Set([...Object.keys(schemas), ...Object.keys(route.responses ?? {})].map(Number));
  return Object.fromEntries(
    [...statuses].map((status): [number, ZodOpenApiResponseObject] => {
      const schema = schemas[status];
      const response = route.responses?.[status] ?? ordinary(schema);
      const { description, headers: names, isExtension = false, example = route.example } = response;
      const extended = extendedResponses?.[operationId]?.[status];
      const feature = geoJsonResponses?.[operationId]?.[status];
      const content = schema && {
        'application/json': { schema: extended ? z.union([schema, extended]) : schema, example },
        ...(feature && {
          'application/geo+json': { schema: feature, example: route.geoJsonExample, [extensionMark]: true },
        }),
      };
      return [
        status,
        {
          description,
          headers: headersNamed(names),
          ...(content && { content }),
          ...(isExtension && { [extensionMark]: true }),
        },
      ];
    }),
  );
};

/** Returns the response to a request whose `If-None-Match` contains the tag of the 200 response. */
const notModified = (route: Route, service: ServiceDescription): ZodOpenApiResponseObject => ({
  description: 'Nothing has changed since the response whose `etag` is in `If-None-Match`. There is no body.',
  headers: headersNamed(['etag', ...(route.headers ?? []), ...service.headers]),
  [extensionMark]: true,
});

/** Returns an operation's error statuses. Without a key, there is no 401, and a 503 only if the route declares it. */
const errorStatusesOf = (
  { open = false, path, declaresNotFound = false }: Route,
  { errorStatuses }: ServiceDescription,
): ErrorStatus[] => {
  const usual = errorStatuses.filter((status) => !open || (status !== 401 && status !== 503));
  return path.includes('{') || declaresNotFound ? [...usual, 404] : usual;
};

/** Returns the document without the header components to which no response refers. */
const withUsedHeaders = (document: OpenApiDocument): OpenApiDocument => {
  const text = JSON.stringify(document);
  const used = Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`));
  return { ...document, components: { ...document.components, headers: Object.fromEntries(used) } };
};
