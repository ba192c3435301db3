import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { sandboxHeaders } from '../../../shared/http/sandbox.ts';
import type { Route } from '../../routes/route.ts';
import { errorAnswers, errorHeaders, errorResponse, headers, headersNamed } from './error-answers.ts';
import type { Answer, OperationDescription, ServiceDescription } from './operation-description.ts';
import { parametersOf } from './parameters.ts';
import { bodySchema, requestBody, schemaRules } from './schemas.ts';

const keyScheme = 'AUTH-KEY';

const securitySchemes = {
  [keyScheme]: {
    type: 'apiKey',
    in: 'header',
    name: 'AUTH-KEY',
    description: 'The key that the operator has issued to the client. Send it in the header alone, and once.',
  },
} as const;

/** The OpenAPI 3.1 document of a service that stands at `basePath` below `origin`. Throws if routes and descriptions differ. */
export const serviceDocument = (
  service: ServiceDescription,
  { origin, basePath }: { readonly origin: string; readonly basePath: string },
) => {
  const { title, version, description, tags, errors } = service;
  const described = describedRoutes(service);
  const descriptions = described.map((each) => each.description);
  const statuses = [...new Set(descriptions.flatMap((each) => each.errors))].sort(
    (one, other) => one - other,
  );
  const usedHeaders = new Set<string>([
    ...descriptions.flatMap(({ answers }) => Object.values(answers).flatMap((answer) => answer.headers)),
    ...statuses.flatMap((status) => errorHeaders(status, errors)),
  ]);
  const byPath = Map.groupBy(described, ({ route }) => route.path.slice(basePath.length));
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title, version, description },
      servers: [{ url: `${origin}${basePath}` }],
      security: [{ [keyScheme]: [] }],
      tags: Object.entries(tags).map(([name, words]) => ({ name, description: words })),
      paths: Object.fromEntries(
        [...byPath].map(([path, operations]) => [
          path,
          Object.fromEntries(
            operations.map((each) => [
              each.route.method.toLowerCase(),
              operationObject(each.route, each.description),
            ]),
          ),
        ]),
      ),
      components: {
        securitySchemes,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => usedHeaders.has(name))),
        schemas: Object.fromEntries(
          descriptions.flatMap(({ request, body }) =>
            request.body && body ? [[body.name, bodySchema(request.body, body.fields)]] : [],
          ),
        ),
        responses: Object.fromEntries(
          statuses.map((status) => [errorAnswers[status].name, errorResponse(status, errors)]),
        ),
      },
    },
    schemaRules,
  );
};

const describedRoutes = ({ routes, operations }: ServiceDescription) => {
  const ids = new Set(routes.map(({ operationId }) => operationId));
  const surplus = Object.keys(operations).filter((id) => !ids.has(id));
  if (surplus.length > 0) throw new Error(`There is no route of ${surplus.join(', ')}.`);
  return routes.map((route) => {
    const description = operations[route.operationId];
    if (!description) throw new Error(`Nothing is said of ${route.operationId}.`);
    return { route, description };
  });
};

const sandboxParameters = parametersOf('header', sandboxHeaders, {
  'waypost-simulate': {
    description:
      'With a sandbox key, asks for an answer of 429, or of an outage, so that you can test how you back off. ' +
      'Other keys are answered as if it were not there.',
  },
});

const operationObject = (
  { operationId, open = false }: Route,
  operation: OperationDescription,
): ZodOpenApiOperationObject => {
  const { request, summary, description, tag = 'Endpoints', path, query, headers: sent, body } = operation;
  const parameters = [
    ...parametersOf('path', request.path, path),
    ...parametersOf('query', request.query, query),
    ...parametersOf('header', request.headers, sent),
    ...(open ? [] : sandboxParameters),
  ];
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body) }),
    responses: Object.fromEntries<ZodOpenApiResponseObject | { readonly $ref: string }>([
      ...Object.entries(operation.answers).map(([status, answer]) => [status, responseOf(answer)] as const),
      ...operation.errors.map(
        (status) => [status, { $ref: `#/components/responses/${errorAnswers[status].name}` }] as const,
      ),
    ]),
  };
};

const responseOf = ({ description, headers: named, schema, examples }: Answer): ZodOpenApiResponseObject => ({
  description,
  headers: headersNamed(named),
  ...(schema && { content: { 'application/json': { schema, examples: { ...examples } } } }),
});
