import { randomUUID } from 'node:crypto';
import { GatewayResponseType } from '@aws-sdk/client-api-gateway';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { commonHeaders } from '../../../../shared/http/headers.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

/** Status and code of the contract for each response type of API Gateway; DEFAULT_4XX keeps its status. */
const specified: Readonly<Record<string, readonly [string | undefined, string]>> = {
  ACCESS_DENIED: ['403', 'FORBIDDEN'],
  API_CONFIGURATION_ERROR: ['500', 'INTERNAL_SERVER_ERROR'],
  AUTHORIZER_CONFIGURATION_ERROR: ['500', 'INTERNAL_SERVER_ERROR'],
  AUTHORIZER_FAILURE: ['500', 'INTERNAL_SERVER_ERROR'],
  BAD_REQUEST_BODY: ['400', 'CONSTRAINT_VIOLATION'],
  BAD_REQUEST_PARAMETERS: ['400', 'CONSTRAINT_VIOLATION'],
  DEFAULT_4XX: [undefined, 'CONSTRAINT_VIOLATION'],
  DEFAULT_5XX: ['500', 'INTERNAL_SERVER_ERROR'],
  EXPIRED_TOKEN: ['401', 'UNAUTHORIZED'],
  INTEGRATION_FAILURE: ['500', 'INTERNAL_SERVER_ERROR'],
  INTEGRATION_TIMEOUT: ['500', 'INTERNAL_SERVER_ERROR'],
  INVALID_API_KEY: ['401', 'UNAUTHORIZED'],
  INVALID_SIGNATURE: ['401', 'UNAUTHORIZED'],
  MISSING_AUTHENTICATION_TOKEN: ['404', 'METHOD_NOT_FOUND'],
  QUOTA_EXCEEDED: ['429', 'TOO_MANY_REQUESTS'],
  REQUEST_TOO_LARGE: ['400', 'CONSTRAINT_VIOLATION'],
  RESOURCE_NOT_FOUND: ['404', 'METHOD_NOT_FOUND'],
  THROTTLED: ['429', 'TOO_MANY_REQUESTS'],
  UNAUTHORIZED: ['401', 'UNAUTHORIZED'],
  UNSUPPORTED_MEDIA_TYPE: ['415', 'UNSUPPORTED_MEDIA_TYPE'],
  WAF_FILTERED: ['403', 'FORBIDDEN'],
};

const gatewayResponse = z.object({
  ResponseType: z.string(),
  StatusCode: z.string().optional(),
  ResponseParameters: z.record(z.string(), z.string()),
  ResponseTemplates: z.strictObject({ 'application/json': z.string() }),
});
const errorBody = z.strictObject({
  errors: z.tuple([z.strictObject({ id: z.uuid(), code: z.string(), detail: z.string().min(1) })]),
});

const { api } = synthesiseStage(stages.prod);
const responses = [...resourcesOfType(api, 'AWS::ApiGateway::GatewayResponse').values()].map(
  ({ Properties }) => gatewayResponse.parse(Properties),
);

describe('the gateway’s own responses (H12)', () => {
  it('cover every response type of the SDK', () => {
    const shaped = responses.map(({ ResponseType }) => ResponseType).toSorted();
    expect(shaped).toEqual(Object.keys(specified).toSorted());
    expect(shaped).toEqual(Object.values(GatewayResponseType).toSorted());
  });

  it.each(responses)('have the status, body and headers of the contract: $ResponseType', (response) => {
    const [status, code] = specified[response.ResponseType] ?? [];
    // API Gateway replaces the second with its own message, as a JSON string.
    const body = response.ResponseTemplates['application/json']
      .replaceAll('$context.requestId', randomUUID())
      .replaceAll('$context.error.messageString', '"Missing required request parameters: [x]"');
    expect(response.StatusCode).toBe(status);
    expect(errorBody.parse(JSON.parse(body)).errors[0].code).toBe(code);
    expect(body).not.toContain('$');
    const { 'content-type': _, ...headers } = commonHeaders;
    for (const [name, value] of Object.entries(headers)) {
      expect(response.ResponseParameters[`gatewayresponse.header.${name}`]).toBe(`'${value}'`);
    }
    expect('gatewayresponse.header.retry-after' in response.ResponseParameters).toBe(status === '429');
  });
});
