import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { fullStage } from '../../../support/templates/configured-stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

/** Variables that contain no client input, according to their documentation. */
const harmless = `
  requestId extendedRequestId requestTimeEpoch authorizer.keyId authorizer.plan authorizer.sandbox identity.apiKeyId
  httpMethod resourcePath status error.responseType responseLength responseLatency integrationLatency
  integration.status integration.integrationStatus integration.requestId authorizer.status authorizer.latency
  wafResponseCode waf.status tlsVersion`
  .trim()
  .split(/\s+/);

const stageProperties = z.object({
  AccessLogSetting: z.object({ Format: z.string() }),
  MethodSettings: z.array(z.looseObject({})),
});

const { api } = synthesiseStage(stages.prod);
const [stage] = resourcesOfType(api, 'AWS::ApiGateway::Stage').values();
const { AccessLogSetting, MethodSettings } = stageProperties.parse(stage?.Properties);
const { Format } = AccessLogSetting;

describe('the access log', () => {
  it('is valid JSON, with every value in quotes', () => {
    const line: object = JSON.parse(Format.replaceAll(/\$context\.[\w.]+/g, '-'));
    expect(new Set(Object.values(line))).toEqual(new Set(['-']));
  });

  it('contains no client input or personal data (A25)', () => {
    const variables = [...Format.matchAll(/\$(?:context\.)?([\w.]+)/g)].map(([, name]) => name);
    expect(variables.toSorted()).toEqual(harmless.toSorted());
  });

  it("has a format within API Gateway's 3 KB limit", () => {
    expect(Format.length).toBeLessThan(3_072);
  });
});

describe("the API's stage", () => {
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
