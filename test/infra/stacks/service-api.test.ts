import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pathsWithoutOperation, routes, routesByPath } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { handlerOf, methodsOf } from '../../support/templates/synthesised-api.ts';
import { propertiesOf, resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const { api } = synthesiseStage(stages.prod);
const methods = methodsOf(api);
const operationPaths = [...routesByPath(routes).keys()];
const otherPaths = [...pathsWithoutOperation(routes), '/{proxy+}'];
const openPaths = routes.filter(({ open }) => open).map(({ path }) => path);

const methodAt = (httpMethod: string, path: string) => {
  const method = methods.find((candidate) => candidate.HttpMethod === httpMethod && candidate.path === path);
  if (!method) throw new Error(`no ${httpMethod} ${path}`);
  return method;
};

describe('the REST API', () => {
  it('has every operation, and a catch-all method and a preflight for each path', () => {
    const expected = [
      ...routes.map(({ method, path }) => `${method} ${path}`),
      ...[...operationPaths, ...otherPaths].flatMap((path) => [`ANY ${path}`, `OPTIONS ${path}`]),
    ];
    expect(methods.map(({ HttpMethod, path }) => `${HttpMethod} ${path}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  it.each(routes)('invokes the handler of $operationId', ({ method, path, handler, streamed }) => {
    const { Integration, ...found } = methodAt(method, path);
    expect(found.handler).toBe(handler);
    expect(Integration).toMatchObject({ Type: 'AWS_PROXY' });
    expect(Integration.ResponseTransferMode).toBe(streamed ? 'STREAM' : undefined);
    expect(JSON.stringify(Integration.Uri)).toContain(
      streamed ? '/2021-11-15/functions/' : '/2015-03-31/functions/',
    );
  });

  it('returns 405 for other methods of an operation path, and 404 for other paths (E01, E07)', () => {
    const handlers = [...operationPaths, ...otherPaths].map((path) => methodAt('ANY', path).handler);
    expect(handlers).toEqual([
      ...operationPaths.map(() => 'functions/platform/refuse-method.ts'),
      ...otherPaths.map(() => 'functions/platform/refuse-path.ts'),
    ]);
  });

  it('requires the authoriser and a usage plan for all methods except preflights and open paths', () => {
    for (const { path, HttpMethod, AuthorizationType, AuthorizerId, ApiKeyRequired } of methods) {
      const open = HttpMethod === 'OPTIONS' || openPaths.includes(path);
      expect({ path, AuthorizationType, ApiKeyRequired }).toEqual({
        path,
        AuthorizationType: open ? 'NONE' : 'CUSTOM',
        ApiKeyRequired: !open,
      });
      expect(AuthorizerId === undefined).toBe(open);
    }
  });

  it('returns the contract headers for preflights without a function (E04)', () => {
    for (const { HttpMethod, path, Integration } of methods) {
      if (HttpMethod !== 'OPTIONS') continue;
      const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
      const methodsHeader = allowed.length > 0 ? [...allowed, 'OPTIONS'] : ['GET', 'POST', 'OPTIONS'];
      expect(Integration).toMatchObject({
        Type: 'MOCK',
        ContentHandling: 'CONVERT_TO_TEXT',
        RequestTemplates: { 'application/json': '{"statusCode":204}' },
        IntegrationResponses: [
          {
            StatusCode: '204',
            ResponseParameters: {
              'method.response.header.access-control-allow-origin': "'*'",
              'method.response.header.access-control-allow-methods': `'${methodsHeader.join(', ')}'`,
              'method.response.header.access-control-allow-headers':
                "'x-xhr-logon, x-requested-with, auth-key, content-type, idempotency-key, if-none-match, waypost-simulate, waypost-describe-key'",
            },
          },
        ],
      });
    }
  });

  it('times out within the gateway limits of 29 s, or 15 minutes for streams', () => {
    for (const { Integration } of methods) {
      if (Integration.Type === 'MOCK') continue;
      const maximum = Integration.ResponseTransferMode === 'STREAM' ? 900_000 : 29_000;
      expect(Integration.TimeoutInMillis).toBeLessThan(maximum);
    }
  });

  it('receives bodies as bytes, requires TLS 1.2, and throttles by the authoriser’s usage identifier', () => {
    expect(propertiesOf(api, 'AWS::ApiGateway::RestApi')).toMatchObject([
      {
        ApiKeySourceType: 'AUTHORIZER',
        BinaryMediaTypes: ['*/*'],
        EndpointConfiguration: { Types: ['REGIONAL'], IpAddressType: 'dualstack' },
        SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
        EndpointAccessMode: 'STRICT',
      },
    ]);
  });

  it('caches authoriser results by the AUTH-KEY header for a minute (A13, A19)', () => {
    expect(propertiesOf(api, 'AWS::ApiGateway::Authorizer')).toMatchObject([
      {
        Type: 'REQUEST',
        IdentitySource: 'method.request.header.AUTH-KEY',
        AuthorizerResultTtlInSeconds: 60,
      },
    ]);
  });

  it('passes the methods of each path to the 405 function within the 4 KB limit for environment variables', () => {
    const [properties] = [...resourcesOfType(api, 'AWS::Lambda::Function')].flatMap(([id, { Properties }]) =>
      handlerOf(api, id).endsWith('refuse-method.ts') ? [Properties] : [],
    );
    const text = z
      .object({ Environment: z.object({ Variables: z.looseObject({ ALLOWED_METHODS: z.string() }) }) })
      .parse(properties).Environment.Variables.ALLOWED_METHODS;
    expect(JSON.parse(text)).toEqual(
      Object.fromEntries(
        operationPaths.map((path) => [
          path,
          [/\/(enquiries|bills\/validate)$/.test(path) ? 'POST' : 'GET', 'OPTIONS'],
        ]),
      ),
    );
    expect(text.length).toBeLessThan(3_500);
  });
});
