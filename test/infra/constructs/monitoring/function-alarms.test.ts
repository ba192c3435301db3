import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { api } = synthesiseStage(stages.prod);

const tolerant = {
  EvaluationPeriods: 5,
  DatapointsToAlarm: 2,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  TreatMissingData: 'notBreaching',
};

const reference = z.object({ Ref: z.string() });
const failures = z.object({
  MetricStat: z.object({
    Period: z.literal(60),
    Stat: z.literal('Sum'),
    Metric: z.object({
      Namespace: z.literal('AWS/Lambda'),
      MetricName: z.literal('Errors'),
      Dimensions: z.tuple([
        z.object({ Name: z.literal('FunctionName'), Value: reference }),
        z.object({
          Name: z.literal('Resource'),
          Value: z.object({ 'Fn::Join': z.tuple([z.literal(''), z.tuple([reference, z.literal(':live')])]) }),
        }),
      ]),
    }),
  }),
});
const sum = z.object({ Expression: z.literal('SUM(METRICS())'), ReturnData: z.literal(true) });
const failing = z.looseObject({
  AlarmName: z.templateLiteral(['waypost-prod-functions-failing-', z.string()]),
  AlarmDescription: z.string().min(40),
  Metrics: z.tuple([sum], failures),
});

const failingAlarms = [...resourcesOfType(api, 'AWS::CloudWatch::Alarm').values()].flatMap(
  ({ Properties }) => failing.safeParse(Properties).data ?? [],
);

/** The files of the functions that an alarm counts. */
const counted = ({ Metrics: [, ...metrics] }: z.infer<typeof failing>): readonly string[] =>
  metrics.map(({ MetricStat }) => {
    const [{ Value: name }, { Value: resource }] = MetricStat.Metric.Dimensions;
    expect(resource['Fn::Join'][1][0]).toEqual(name);
    return handlerOf(api, name.Ref);
  });

describe('the alarms of failing functions', () => {
  it('count the failures of every alias once, by service, but never those of the authoriser', () => {
    const all = [...resourcesOfType(api, 'AWS::Lambda::Function').keys()].map((id) => handlerOf(api, id));
    expect(failingAlarms.flatMap(counted).toSorted()).toEqual(
      all.filter((handler) => !handler.endsWith('/authorise-api-key.ts')).toSorted(),
    );
    for (const alarm of failingAlarms) {
      const service = alarm.AlarmName.slice('waypost-prod-functions-failing-'.length);
      expect(counted(alarm).every((handler) => handler.startsWith(`functions/${service}/`))).toBe(true);
    }
  });

  it('say that slow readers may count where functions stream their answers, and nowhere else', () => {
    const saying = failingAlarms.filter(({ AlarmDescription }) => AlarmDescription.includes('does not read'));
    expect(saying.map(({ AlarmName }) => AlarmName).toSorted()).toEqual([
      'waypost-prod-functions-failing-locations-v2',
      'waypost-prod-functions-failing-locations-v3',
    ]);
  });

  it('add up ten metrics at most, which is all that CloudWatch takes', () => {
    for (const alarm of failingAlarms) expect(counted(alarm).length).toBeLessThanOrEqual(10);
  });

  it('rise where something fails in two minutes of five', () => {
    for (const alarm of failingAlarms) expect(alarm).toMatchObject({ ...tolerant, Threshold: 1 });
  });
});

describe('the alarm of an API that answers 5xx', () => {
  it('rises where one answer in two hundred is one, in two minutes of five', () => {
    const [gateway] = resourcesOfType(api, 'AWS::ApiGateway::RestApi').values();
    const [gatewayStage] = resourcesOfType(api, 'AWS::ApiGateway::Stage').values();
    const alarms = [...resourcesOfType(api, 'AWS::CloudWatch::Alarm').values()];
    expect(alarms.filter(({ Properties }) => Properties.MetricName === '5XXError')).toEqual([
      expect.objectContaining({
        Properties: expect.objectContaining({
          ...tolerant,
          AlarmName: 'waypost-prod-api-errors',
          AlarmDescription: expect.stringContaining('access log'),
          Namespace: 'AWS/ApiGateway',
          Statistic: 'Average',
          Period: 60,
          Threshold: 0.005,
          // Text: the stage is deployed after what this alarm guards, and cannot be waited for.
          Dimensions: [
            { Name: 'ApiName', Value: gateway?.Properties.Name },
            { Name: 'Stage', Value: gatewayStage?.Properties.StageName },
          ],
        }),
      }),
    ]);
  });
});
