import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pathsWithoutOperation, routes, routesByPath } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { handlerOf, methodsOf } from '../../support/templates/synthesised-api.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

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
  it('has the operations, a refusal and a preflight for each path, and nothing else', () => {
    const expected = [
      ...routes.map(({ method, path }) => `${method} ${path}`),
      ...[...operationPaths, ...otherPaths].flatMap((path) => [`ANY ${path}`, `OPTIONS ${path}`]),
    ];
    expect(methods.map(({ HttpMethod, path }) => `${HttpMethod} ${path}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  it.each(routes)('runs the handler of $operationId', ({ method, path, handler, streamed }) => {
    const found = methodAt(method, path);
    expect(found.handler).toBe(handler);
    expect(found.Integration.Type).toBe('AWS_PROXY');
    expect(found.Integration.ResponseTransferMode).toBe(streamed ? 'STREAM' : undefined);
    expect(JSON.stringify(found.Integration.Uri)).toContain(
      streamed ? '/2021-11-15/functions/' : '/2015-03-31/functions/',
    );
  });

  it('refuses the other methods of an operation path as 405, those of all other paths as 404 (E01, E07)', () => {
    for (const path of operationPaths) {
      expect(methodAt('ANY', path).handler).toBe('functions/platform/refuse-method.ts');
    }
    for (const path of otherPaths) {
      expect(methodAt('ANY', path).handler).toBe('functions/platform/refuse-path.ts');
    }
  });

  it('guards every method but preflights and the open paths with the authoriser and a usage plan', () => {
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

  it('answers preflights by itself with the headers of the contract (E04)', () => {
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
                "'x-xhr-logon, x-requested-with, auth-key, content-type, idempotency-key, waypost-simulate'",
            },
          },
        ],
      });
    }
  });

  it('streams the two lists of points that are not paged and work centres, and nothing else', () => {
    const streamed = methods.filter(({ Integration }) => Integration.ResponseTransferMode === 'STREAM');
    expect(streamed.map(({ HttpMethod, path }) => `${HttpMethod} ${path}`).toSorted()).toEqual([
      'GET /locations/v2/points/geo/{longitude}/{latitude}',
      'GET /locations/v2/points/type/{points_type}',
      'GET /locations/v3/workcentres',
      'GET /locations/v3/workcentres/{id}',
    ]);
  });

  it('waits for buffered answers for less than the 29 s that the gateway allows, longer for streams', () => {
    for (const { Integration } of methods) {
      if (Integration.Type === 'MOCK') continue;
      const longest = Integration.ResponseTransferMode === 'STREAM' ? 900_000 : 29_000;
      expect(Integration.TimeoutInMillis).toBeLessThan(longest);
    }
  });

  it('takes every body as bytes and throttles by what the authoriser names', () => {
    const [restApi] = resourcesOfType(api, 'AWS::ApiGateway::RestApi').values();
    expect(restApi?.Properties).toMatchObject({
      ApiKeySourceType: 'AUTHORIZER',
      BinaryMediaTypes: ['*/*'],
      MinimumCompressionSize: 1024,
      EndpointConfiguration: { Types: ['REGIONAL'], IpAddressType: 'dualstack' },
    });
  });

  it('takes TLS 1.2 and 1.3 alone, for the name that was asked for', () => {
    const [restApi] = resourcesOfType(api, 'AWS::ApiGateway::RestApi').values();
    expect(restApi?.Properties).toMatchObject({
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    });
  });
});

describe('the authoriser', () => {
  it('goes by the AUTH-KEY header alone and is remembered for a minute (A13, A19)', () => {
    const [authoriser] = resourcesOfType(api, 'AWS::ApiGateway::Authorizer').values();
    expect(authoriser?.Properties).toMatchObject({
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.AUTH-KEY',
      AuthorizerResultTtlInSeconds: 60,
    });
  });
});

describe('the usage plans', () => {
  it('throttle the clients of a plan as the stage says, and the unlimited ones not at all', () => {
    const plans = [...resourcesOfType(api, 'AWS::ApiGateway::UsagePlan').values()].map(({ Properties }) => [
      Properties.UsagePlanName,
      Properties.Throttle,
    ]);
    expect(plans).toEqual([
      ['waypost-prod-standard', { RateLimit: 100, BurstLimit: 200 }],
      ['waypost-prod-partner', { RateLimit: 500, BurstLimit: 1000 }],
      ['waypost-prod-unlimited', undefined],
    ]);
  });
});

describe('the function that refuses methods', () => {
  const variables = z.object({
    Environment: z.object({ Variables: z.looseObject({ ALLOWED_METHODS: z.string() }) }),
  });

  it('knows the methods of every operation path', () => {
    const [properties] = [...resourcesOfType(api, 'AWS::Lambda::Function')].flatMap(([id, { Properties }]) =>
      handlerOf(api, id).endsWith('refuse-method.ts') ? [Properties] : [],
    );
    const text = variables.parse(properties).Environment.Variables.ALLOWED_METHODS;
    const allowed: unknown = JSON.parse(text);
    expect(allowed).toEqual(
      Object.fromEntries(
        operationPaths.map((path) => [path, [path.endsWith('/enquiries') ? 'POST' : 'GET', 'OPTIONS']]),
      ),
    );
    // All variables of a function together may have 4 KB.
    expect(text.length).toBeLessThan(3_500);
  });
});
