import { randomUUID } from 'node:crypto';
import { GatewayResponseType } from '@aws-sdk/client-api-gateway';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { commonHeaders } from '../../../../shared/http/headers.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

/** Status and error code in the contract, and the response types of API Gateway that must have them. */
const errors: readonly (readonly [status: string | undefined, code: string, types: string])[] = [
  // This response keeps the status that API Gateway chose.
  [undefined, 'CONSTRAINT_VIOLATION', 'DEFAULT_4XX'],
  [
    '400',
    'CONSTRAINT_VIOLATION',
    'BAD_REQUEST_BODY BAD_REQUEST_PARAMETERS REQUEST_TOO_LARGE UNSUPPORTED_MEDIA_TYPE',
  ],
  ['401', 'UNAUTHORIZED', 'EXPIRED_TOKEN INVALID_API_KEY INVALID_SIGNATURE UNAUTHORIZED'],
  ['403', 'FORBIDDEN', 'ACCESS_DENIED WAF_FILTERED'],
  ['404', 'METHOD_NOT_FOUND', 'MISSING_AUTHENTICATION_TOKEN RESOURCE_NOT_FOUND'],
  ['429', 'TOO_MANY_REQUESTS', 'QUOTA_EXCEEDED THROTTLED'],
  [
    '500',
    'INTERNAL_SERVER_ERROR',
    'API_CONFIGURATION_ERROR AUTHORIZER_CONFIGURATION_ERROR AUTHORIZER_FAILURE',
  ],
  ['500', 'INTERNAL_SERVER_ERROR', 'DEFAULT_5XX INTEGRATION_FAILURE INTEGRATION_TIMEOUT'],
];
const specified = new Map(
  errors.flatMap(([status, code, types]) => types.split(' ').map((type) => [type, [status, code]] as const)),
);

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

describe('gateway responses (H12)', () => {
  it('cover every response type that the SDK lists', () => {
    const shaped = responses.map(({ ResponseType }) => ResponseType).toSorted();
    expect(shaped).toEqual([...specified.keys()].toSorted());
    expect(shaped).toEqual(Object.values(GatewayResponseType).toSorted());
  });

  it.each(responses)(
    'have the status, body and headers that the contract defines: $ResponseType',
    (response) => {
      const [status, code] = specified.get(response.ResponseType) ?? [];
      // API Gateway replaces messageString with its own message as a JSON string.
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
    },
  );
});
