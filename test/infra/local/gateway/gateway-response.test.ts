import { expect, it } from 'vitest';
import { gatewayResponder } from '../../../../infra/local/gateway/gateway-response.ts';
import { Refusal, type RefusalType, refusalDefaults } from '../../../../infra/local/gateway/refusal.ts';
import type { GatewayResponse } from '../../../../infra/local/template/rest-api.ts';
import { restApi, shaped } from './gateway-under-test.ts';

const ids = { requestId: 'the-id', extendedRequestId: 'the-extended-id' };
const answerOf = (refusal: Refusal, responses: Readonly<Record<string, GatewayResponse>> = {}) => {
  const refuse = gatewayResponder(restApi([], { gatewayResponses: new Map(Object.entries(responses)) }));
  const { statusCode, headers, body } = refuse(refusal, ids);
  return { statusCode, headers, text: body.toString() };
};

it.each([
  ['MISSING_AUTHENTICATION_TOKEN', 403, '{"message":"Missing Authentication Token"}'],
  ['UNAUTHORIZED', 401, '{"message":"Unauthorized"}'],
  ['INVALID_API_KEY', 403, '{"message":"Forbidden"}'],
  ['THROTTLED', 429, '{"message":"Too Many Requests"}'],
  ['INTEGRATION_TIMEOUT', 504, '{"message":"Endpoint request timed out"}'],
  ['AUTHORIZER_FAILURE', 500, '{"message":null}'],
] as const)('without a description %s is %i %s', (type, statusCode, text) => {
  expect(answerOf(new Refusal(type))).toEqual({
    statusCode,
    headers: [['content-type', 'application/json']],
    text,
  });
});

it('the description’s status, headers and template win', () => {
  const answer = answerOf(new Refusal('THROTTLED'), {
    THROTTLED: shaped('SLOW', 430, { 'Retry-After': '1' }),
  });
  expect(answer.statusCode).toBe(430);
  expect(answer.headers).toContainEqual(['Retry-After', '1']);
  expect(answer.text).toBe('{"errors":[{"id":"the-id","code":"SLOW"}]}');
});

it.each(Object.keys(refusalDefaults) as RefusalType[])(
  '%s without a description of its own takes DEFAULT_4XX or DEFAULT_5XX, and keeps its status (H12)',
  (type) => {
    const defaults = { DEFAULT_4XX: shaped('CLIENT'), DEFAULT_5XX: shaped('SERVER') };
    const answer = answerOf(new Refusal(type), defaults);
    expect(answer.statusCode).toBe(refusalDefaults[type].statusCode);
    expect(answer.text).toContain(answer.statusCode < 500 ? 'CLIENT' : 'SERVER');
    expect(answer.headers).toContainEqual(['access-control-allow-origin', '*']);
  },
);

it('a status of DEFAULT_5XX replaces that of every answer that falls back to it', () => {
  const responses = { DEFAULT_5XX: { ...shaped('SERVER'), statusCode: 503 } };
  expect(answerOf(new Refusal('INTEGRATION_TIMEOUT'), responses).statusCode).toBe(503);
  expect(answerOf(new Refusal('DEFAULT_5XX', { statusCode: 502 }), responses).statusCode).toBe(503);
});

it('variables are substituted, unknown ones by nothing', () => {
  const template =
    '$context.requestId|$context.extendedRequestId|$context.stage|$context.error.message|$context.error.messageString|$context.error.responseType|$context.nothing.here|$context';
  const { text } = answerOf(new Refusal('UNAUTHORIZED'), { UNAUTHORIZED: { headers: {}, template } });
  expect(text).toBe('the-id|the-extended-id|local|Unauthorized|"Unauthorized"|UNAUTHORIZED||$context');
});

it('a content type of the description is kept', () => {
  const headers = { 'Content-Type': 'application/problem+json' };
  expect(answerOf(new Refusal('UNAUTHORIZED'), { UNAUTHORIZED: { headers } }).headers).toEqual([
    ['Content-Type', 'application/problem+json'],
  ]);
});
