import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pathsWithoutOperation, routes, routesByPath } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { fullStage } from '../../support/templates/configured-stages.ts';
import { methodsOf } from '../../support/templates/synthesised-api.ts';
import { propertiesOf, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const { api } = synthesiseStage(stages.prod);
const methods = methodsOf(api);
const openPaths = routes.filter(({ open }) => open).map(({ path }) => path);

describe('the REST API', () => {
  it('has every operation, and a preflight and a 405 at their paths, or a 404 at all others (E01, E04, E07)', () => {
    const refusing = (paths: Iterable<string>, name: string) =>
      [...paths].flatMap((path) => [
        [`ANY ${path}`, `functions/platform/${name}.ts`],
        [`OPTIONS ${path}`, undefined],
      ]);
    const found = methods.map(({ HttpMethod, path, handler }) => [`${HttpMethod} ${path}`, handler]);
    expect(Object.fromEntries(found)).toStrictEqual(
      Object.fromEntries([
        ...routes.map(({ method, path, handler }) => [`${method} ${path}`, handler]),
        ...refusing(routesByPath(routes).keys(), 'refuse-method'),
        ...refusing([...pathsWithoutOperation(routes), '/{proxy+}'], 'refuse-path'),
      ]),
    );
  });

  it('streams where the route says so, and times out within the gateway limits of 29 s, or 15 minutes for streams', () => {
    for (const { HttpMethod, path, Integration } of methods) {
      const { Type, ResponseTransferMode, TimeoutInMillis, Uri } = Integration;
      expect(Type).toBe(HttpMethod === 'OPTIONS' ? 'MOCK' : 'AWS_PROXY');
      if (HttpMethod === 'OPTIONS') continue;
      const isStreamed = routes.some(
        (route) => route.streamed && `${route.method} ${route.path}` === `${HttpMethod} ${path}`,
      );
      expect(ResponseTransferMode, path).toBe(isStreamed ? 'STREAM' : undefined);
      expect(JSON.stringify(Uri)).toContain(`/${isStreamed ? '2021-11-15' : '2015-03-31'}/functions/`);
      expect(TimeoutInMillis).toBeLessThan(isStreamed ? 900_000 : 29_000);
    }
  });

  it('requires the authoriser and a usage plan for all methods except preflights and open paths', () => {
    for (const { path, HttpMethod, AuthorizationType, AuthorizerId, ApiKeyRequired } of methods) {
      const open = HttpMethod === 'OPTIONS' || openPaths.includes(path);
      expect({ path, AuthorizationType, ApiKeyRequired, isAuthorised: AuthorizerId !== undefined }).toEqual({
        path,
        AuthorizationType: open ? 'NONE' : 'CUSTOM',
        ApiKeyRequired: !open,
        isAuthorised: !open,
      });
    }
  });

  it('receives bodies as bytes, requires TLS 1.2, and throttles by the usage identifier that the authoriser returns (A13, A19)', () => {
    expect(propertiesOf(api, 'AWS::ApiGateway::RestApi')).toMatchObject([
      {
        ApiKeySourceType: 'AUTHORIZER',
        BinaryMediaTypes: ['*/*'],
        SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
        EndpointAccessMode: 'STRICT',
      },
    ]);
    expect(propertiesOf(api, 'AWS::ApiGateway::Authorizer')).toMatchObject([
      { IdentitySource: 'method.request.header.AUTH-KEY', AuthorizerResultTtlInSeconds: 60 },
    ]);
  });
});

/** Variables that contain no client input, according to their documentation. */
const harmless = `
  requestId extendedRequestId requestTimeEpoch authorizer.keyId authorizer.plan authorizer.sandbox identity.apiKeyId
  httpMethod resourcePath status error.responseType responseLength responseLatency integrationLatency
  integration.status integration.integrationStatus integration.requestId authorizer.status authorizer.latency
  wafResponseCode waf.status tlsVersion`
  .trim()
  .split(/\s+/);

const apiStage = z.object({
  AccessLogSetting: z.object({ Format: z.string() }),
  MethodSettings: z.array(z.looseObject({})),
});

describe("the API's stage", () => {
  const [{ AccessLogSetting, MethodSettings }] = z
    .tuple([apiStage])
    .parse(propertiesOf(api, 'AWS::ApiGateway::Stage'));

  it('logs valid JSON of at most 3 KB, without client input or personal data (A25)', () => {
    const { Format } = AccessLogSetting;
    const line: object = JSON.parse(Format.replaceAll(/\$context\.[\w.]+/g, '-'));
    expect(new Set(Object.values(line))).toEqual(new Set(['-']));
    const variables = [...Format.matchAll(/\$(?:context\.)?([\w.]+)/g)].map(([, name]) => name);
    expect(variables.toSorted()).toEqual(harmless.toSorted());
    expect(Format.length).toBeLessThan(3_072);
  });

  it('throttles each method and has no execution logs or method metrics (H01)', () => {
    expect(MethodSettings[0]).toMatchObject({ HttpMethod: '*', ResourcePath: '/*' });
    for (const settings of MethodSettings)
      expect(settings).toEqual({
        HttpMethod: expect.any(String),
        ResourcePath: expect.any(String),
        LoggingLevel: 'OFF',
        DataTraceEnabled: false,
        MetricsEnabled: false,
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      });
  });

  it.each([stages.dev, fullStage])('is never traced, because traces contain queries: $name', (settings) => {
    expect(settings.tracing).toBe(true);
    const traced = synthesiseStage(settings).api;
    expect(propertiesOf(traced, 'AWS::ApiGateway::Stage')).toMatchObject([{ TracingEnabled: false }]);
  });
});
