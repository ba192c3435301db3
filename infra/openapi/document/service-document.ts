import { createDocument } from 'zod-openapi';
import type { Route } from '../../routes/route.ts';
import {
  type ErrorStatus,
  errorAnswers,
  errorHeaders,
  errorResponse,
  type ServiceErrors,
} from './error-answers.ts';
import { headers } from './headers.ts';
import type { OperationDescription } from './operation-description.ts';
import { operationObject } from './operation-object.ts';
import { bodySchema } from './request-body.ts';
import { schemaRules } from './schema-rules.ts';
import type { ServiceDescription } from './service-description.ts';

/** The description of a service in OpenAPI 3.1. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Routes that nothing is said of, or words about operations that have no route. */
class RoutesAndWordsDiffer extends Error {
  override readonly name = 'RoutesAndWordsDiffer';
}

const keyScheme = 'AUTH-KEY';

const securitySchemes = {
  [keyScheme]: {
    type: 'apiKey',
    in: 'header',
    name: 'AUTH-KEY',
    description: 'The key that the operator has issued to the client. Send it in the header alone, and once.',
  },
} as const;

interface Described {
  readonly route: Route;
  readonly description: OperationDescription;
}

const describedRoutes = ({ routes, operations }: ServiceDescription): Described[] => {
  const ids = new Set(routes.map(({ operationId }) => operationId));
  const surplus = Object.keys(operations).filter((id) => !ids.has(id));
  if (surplus.length > 0) throw new RoutesAndWordsDiffer(`There is no route of ${surplus.join(', ')}.`);
  return routes.map((route) => {
    const description = operations[route.operationId];
    if (!description) throw new RoutesAndWordsDiffer(`Nothing is said of ${route.operationId}.`);
    return { route, description };
  });
};

const pathsOf = (described: readonly Described[], basePath: string) => {
  const byPath = Map.groupBy(described, ({ route }) => route.path.slice(basePath.length));
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(
        operations.map(({ route, description }) => [
          route.method.toLowerCase(),
          operationObject(route, description),
        ]),
      ),
    ]),
  );
};

const bodySchemasOf = (described: readonly Described[]) =>
  Object.fromEntries(
    described.flatMap(({ description: { request, body } }) =>
      request.body && body ? [[body.name, bodySchema(request.body, body.fields)]] : [],
    ),
  );

const errorStatuses = (described: readonly Described[]): ErrorStatus[] =>
  [...new Set(described.flatMap(({ description }) => description.errors))].sort((one, other) => one - other);

const headersOfAnswers = (
  described: readonly Described[],
  statuses: readonly ErrorStatus[],
  errors: ServiceErrors,
) => {
  const named = new Set<string>([
    ...described.flatMap(({ description }) =>
      Object.values(description.answers).flatMap((answer) => answer.headers),
    ),
    ...statuses.flatMap((status) => errorHeaders(status, errors)),
  ]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => named.has(name)));
};

/** The document of a service that stands at `basePath` below `origin`. Throws RoutesAndWordsDiffer. */
export const serviceDocument = (
  service: ServiceDescription,
  { origin, basePath }: { readonly origin: string; readonly basePath: string },
): OpenApiDocument => {
  const described = describedRoutes(service);
  const statuses = errorStatuses(described);
  const { title, version, description, tags, errors } = service;
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title, version, description },
      servers: [{ url: `${origin}${basePath}` }],
      security: [{ [keyScheme]: [] }],
      tags: Object.entries(tags).map(([name, words]) => ({ name, description: words })),
      paths: pathsOf(described, basePath),
      components: {
        securitySchemes,
        headers: headersOfAnswers(described, statuses, errors),
        schemas: bodySchemasOf(described),
        responses: Object.fromEntries(
          statuses.map((status) => [errorAnswers[status].name, errorResponse(status, errors)]),
        ),
      },
    },
    schemaRules,
  );
};
