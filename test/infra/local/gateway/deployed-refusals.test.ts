import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import settings from '../../../../cdk.json' with { type: 'json' };
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { gatewayResponder } from '../../../../infra/local/gateway/gateway-response.ts';
import { Refusal, type RefusalType, refusalDefaults } from '../../../../infra/local/gateway/refusal.ts';
import { readDeployment } from '../../../../infra/local/template/deployment.ts';
import type { RestApi } from '../../../../infra/local/template/rest-api.ts';
import { addStage } from '../../../../infra/stacks/stage-stacks.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  authKey,
  doubleFunctions,
  echo,
  failed,
  integrationOf,
  method,
  restApi,
  result,
  startTestGateway,
} from './gateway-under-test.ts';
import { errorCode, exchangeRaw, rawRequest } from './raw-http.ts';

/** How this gateway refuses with the responses that are deployed. */
let deployed: RestApi;
beforeAll(async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'waypost-assembly-'));
  const app = new App({ outdir, context: settings.context, analyticsReporting: false });
  addStage(app, stages.local, { codeOf: (handler) => Code.fromInline(`// ${handler}`) });
  app.synth();
  deployed = (await readDeployment(outdir)).restApi;
  await rm(outdir, { recursive: true });
});

const allowed = result({
  principalId: 'client',
  policyDocument: { Statement: { Effect: 'Allow', Action: '*', Resource: '*' } },
});

const answerTo = async (behaviours: { authorise?: Invocation; answer?: Invocation }) => {
  const { host } = doubleFunctions({
    echo,
    authorise: () => behaviours.authorise ?? allowed,
    answer: () => behaviours.answer ?? result({ statusCode: 200 }),
  });
  await using gateway = await startTestGateway({
    api: restApi([method('GET', '/a', integrationOf('answer'), { authoriser: authKey })], {
      gatewayResponses: deployed.gatewayResponses,
    }),
    functions: host,
  });
  const answer = await exchangeRaw(gateway.url, rawRequest('GET /a', ['AUTH-KEY: k']));
  return { status: answer.statusCode, code: errorCode(answer), headers: answer.headers, body: answer.body };
};

const shaped500 = { status: 500, code: 'INTERNAL_SERVER_ERROR' };
const throttled = { kind: 'throttled' } as const;

describe('what clients are told by the responses that are deployed', () => {
  it.each([
    ['is run too often at once', throttled],
    ['ends in a failure', failed('the table of keys', 'Runtime.ExitError')],
    ['takes too long', { kind: 'timed-out' } as const],
    ['answers what is no answer', result({ body: 1 })],
  ])('G09 G10: 500 in shape, which every service declares, where a function %s', async (_, answer) => {
    const told = await answerTo({ answer });
    expect(told).toMatchObject(shaped500);
    expect(told.headers.get('access-control-allow-origin')).toBe('*');
    expect(told.body).not.toMatch(/Internal server error|table/);
  });

  it.each([
    ['is run too often at once', throttled],
    ['throws', failed('the table of keys')],
    ['takes too long', { kind: 'timed-out' } as const],
    ['answers nothing', result(null)],
    ['answers without a policy', result({ principalId: 'c' })],
    ['answers a policy of no form', result({ principalId: 'c', policyDocument: { Statement: 'Allow' } })],
  ])('A21: 500 in shape where the authoriser %s', async (_, authorise) => {
    const told = await answerTo({ authorise });
    expect(told).toMatchObject(shaped500);
    expect(told.headers.get('access-control-allow-origin')).toBe('*');
    expect(told.body).not.toMatch(/"message"|table/);
  });

  it.each(Object.keys(refusalDefaults) as RefusalType[])(
    'H12: %s has our shape, a status that is declared, and may be read by browsers',
    (type) => {
      const { statusCode, headers, body } = gatewayResponder(deployed)(new Refusal(type), {
        requestId: 'the-id',
        extendedRequestId: 'the-extended-id',
      });
      expect([400, 401, 403, 404, 429, 500]).toContain(statusCode);
      expect(JSON.parse(body.toString())).toEqual({
        errors: [{ id: 'the-id', code: expect.any(String), detail: expect.any(String) }],
      });
      expect(Object.fromEntries(headers)).toMatchObject({ 'access-control-allow-origin': '*' });
    },
  );

  it.each([
    ['an unknown method', 'FOO /a', [], 'Unknown HTTP method.'],
    ['a line that is no HTTP', 'GET /a b', [], 'The request is not valid HTTP.'],
    [
      'a URL that is too long',
      `GET /a?x=${'y'.repeat(17_000)}`,
      ['AUTH-KEY: k'],
      'The URL is too long: the request line and the header values have 17,028 bytes, the limit is 10,240.',
    ],
    [
      'a header that is too long',
      'GET /a',
      [`AUTH-KEY: ${'k'.repeat(17_000)}`],
      'The headers are too long: the request line and the header values have 17,024 bytes, the limit is 10,240.',
    ],
    ['a URL beyond any bound', `GET /a?x=${'y'.repeat(70_000)}`, [], 'The URL or a header is too long.'],
    [
      'a query that does not decode',
      'GET /a?types=%zz',
      ['AUTH-KEY: k'],
      'types: is not valid percent-encoded UTF-8',
    ],
  ])('names the fault of %s', async (_, line, headers, detail) => {
    const { host } = doubleFunctions({ echo, authorise: () => allowed });
    await using gateway = await startTestGateway({
      api: restApi([method('GET', '/a', integrationOf('echo'), { authoriser: authKey })], {
        gatewayResponses: deployed.gatewayResponses,
      }),
      functions: host,
    });
    const answer = await exchangeRaw(gateway.url, rawRequest(line, headers));
    expect([answer.statusCode, errorCode(answer)]).toEqual([400, 'CONSTRAINT_VIOLATION']);
    expect(JSON.parse(answer.body).errors[0].detail).toBe(detail);
  });

  it('H04: a client without a key of API Gateway is told that its key is not valid', () => {
    const refuse = gatewayResponder(deployed);
    const answer = refuse(new Refusal('INVALID_API_KEY'), { requestId: 'id', extendedRequestId: 'id' });
    expect(answer.statusCode).toBe(401);
  });

  it('the throttle of every method is the one that is deployed (H01)', () => {
    expect(deployed.methodThrottle).toEqual({ ratePerSecond: 5_000, burst: 2_500 });
  });
});
