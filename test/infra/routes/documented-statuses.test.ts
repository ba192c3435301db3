import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { operationsOf, readDocument } from '../../support/openapi/read-document.ts';
import { methodsOf } from '../../support/templates/synthesised-api.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const { api } = synthesiseStage(stages.prod);
const methods = methodsOf(api);

/** API Gateway response types for requests without a valid key. */
const ofKeys = /^(ACCESS_DENIED|AUTHORIZER_.*|EXPIRED_TOKEN|INVALID_API_KEY|INVALID_SIGNATURE|UNAUTHORIZED)$/;

/** Response types for unknown operations. */
const ofNoOperation = /^(MISSING_AUTHENTICATION_TOKEN|RESOURCE_NOT_FOUND)$/;

const gatewayResponse = z.object({ ResponseType: z.string(), StatusCode: z.coerce.number().optional() });
const gatewayStatuses = [...resourcesOfType(api, 'AWS::ApiGateway::GatewayResponse').values()]
  .map(({ Properties }) => gatewayResponse.parse(Properties))
  .filter(({ ResponseType }) => !ofNoOperation.test(ResponseType));

const statusesOf = (isOpen: boolean): number[] => {
  const possible = gatewayStatuses.filter(({ ResponseType }) => !isOpen || !ofKeys.test(ResponseType));
  return [...new Set(possible.flatMap(({ StatusCode }) => StatusCode ?? []))];
};

const documented = Object.values(openApiDocuments({ origin: '' }))
  .map(readDocument)
  .flatMap(operationsOf);

describe.each(routes)('the document of $operationId', ({ operationId, path, method, open = false }) => {
  const { responses = {} } = documented.find((each) => each.operationId === operationId) ?? {};
  const declared = Object.keys(responses).map(Number);

  it('declares every status that the gateway can return', () => {
    expect(statusesOf(open).filter((status) => !declared.includes(status))).toEqual([]);
    const operation = methods.find((each) => each.path === path && each.HttpMethod === method);
    expect(operation?.Integration.Type).toBe('AWS_PROXY');
  });

  it('declares 405 for other methods of its path', () => {
    const others = methods.find((each) => each.path === path && each.HttpMethod === 'ANY');
    expect(others?.handler).toBe('functions/platform/refuse-method.ts');
    expect(declared).toContain(405);
  });
});

it('the gateway itself returns these statuses for operations with and without a key', () => {
  expect(statusesOf(false).toSorted()).toEqual([400, 401, 403, 429, 500]);
  expect(statusesOf(true).toSorted()).toEqual([400, 403, 429, 500]);
});
