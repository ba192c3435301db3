import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

/** The variables of an access log that say nothing which a client could have written, by the documentation of each. */
const harmless = new Set([
  'requestId',
  'extendedRequestId',
  'requestTimeEpoch',
  'authorizer.keyId',
  'authorizer.plan',
  'identity.apiKeyId',
  'httpMethod',
  'resourcePath',
  'status',
  'error.responseType',
  'responseLength',
  'responseLatency',
  'integrationLatency',
  'integration.status',
  'integration.requestId',
  'authorizer.status',
  'authorizer.latency',
  'wafResponseCode',
  'waf.status',
  'tlsVersion',
]);

const stageProperties = z.object({
  AccessLogSetting: z.object({ DestinationArn: z.unknown(), Format: z.string() }),
  MethodSettings: z.array(z.looseObject({})),
});

const { api } = synthesiseStage(stages.prod);
const [stage] = resourcesOfType(api, 'AWS::ApiGateway::Stage').values();
const { AccessLogSetting, MethodSettings } = stageProperties.parse(stage?.Properties);

describe('the access log', () => {
  it('is JSON whatever the values are, for each stands in quotes', () => {
    const format = z.record(z.string(), z.string()).parse(JSON.parse(AccessLogSetting.Format));
    const line = AccessLogSetting.Format.replaceAll(/\$context\.[\w.]+/g, '-');
    expect(Object.values(z.record(z.string(), z.string()).parse(JSON.parse(line)))).toEqual(
      Object.keys(format).map(() => '-'),
    );
  });

  it('has the request, the key, the operation, the status and the times of each request', () => {
    expect(JSON.parse(AccessLogSetting.Format)).toMatchObject({
      requestId: '$context.requestId',
      keyId: '$context.authorizer.keyId',
      httpMethod: '$context.httpMethod',
      resourcePath: '$context.resourcePath',
      status: '$context.status',
      responseLatency: '$context.responseLatency',
      integrationLatency: '$context.integrationLatency',
    });
  });

  it('has nothing that a client can write or be known by (A25)', () => {
    const variables = [...AccessLogSetting.Format.matchAll(/\$(?:context\.)?([\w.]+)/g)].map(
      ([, name]) => name,
    );
    expect(variables.filter((name = '') => !harmless.has(name))).toEqual([]);
    expect(variables).toHaveLength(harmless.size);
  });

  it('has a format that API Gateway takes: of 3 KB at most', () => {
    expect(AccessLogSetting.Format.length).toBeLessThan(3_072);
  });

  it('goes to a log group of its own, which keeps it as long as the stage says', () => {
    const [id] = /AccessLog[0-9A-F]{8}/.exec(JSON.stringify(AccessLogSetting.DestinationArn)) ?? [];
    expect(resourcesOfType(api, 'AWS::Logs::LogGroup').get(id ?? '')?.Properties).toEqual({
      RetentionInDays: stages.prod.logRetentionDays,
    });
  });
});

describe('the role by which API Gateway writes logs', () => {
  it('is set for the account before the stage is made, and outlives the stack for others that log by it', () => {
    const [[accountId, account] = []] = resourcesOfType(api, 'AWS::ApiGateway::Account');
    const arn = z
      .object({ CloudWatchRoleArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }) })
      .parse(account?.Properties).CloudWatchRoleArn['Fn::GetAtt'];
    expect(stage).toHaveProperty('DependsOn', [accountId]);
    for (const kept of [account, api.Resources[arn[0]]]) {
      expect(kept).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
  });
});

describe('the stage', () => {
  it('logs no execution and no data, measures no method by itself, and bounds each method (H01)', () => {
    expect(MethodSettings).toEqual([
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        LoggingLevel: 'OFF',
        DataTraceEnabled: false,
        MetricsEnabled: false,
        ThrottlingRateLimit: 5_000,
        ThrottlingBurstLimit: 2_500,
      },
    ]);
  });

  it('bounds no client below its plan', () => {
    for (const { ratePerSecond, burst } of Object.values(stages.prod.throttleOf)) {
      expect(ratePerSecond).toBeLessThanOrEqual(5_000);
      expect(burst).toBeLessThanOrEqual(2_500);
    }
  });
});
