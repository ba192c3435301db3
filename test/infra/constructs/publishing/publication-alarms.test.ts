import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import type { FigureName } from '../../../../shared/observability/figures.ts';
import { mostSecondsOf } from '../../../support/templates/synthesised-alarms.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const alarm = z.object({
  AlarmDescription: z.string().min(40),
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
  Statistic: z.string(),
  Period: z.int(),
  EvaluationPeriods: z.int(),
  DatapointsToAlarm: z.int().optional(),
  ComparisonOperator: z.string(),
  Threshold: z.number(),
  TreatMissingData: z.string(),
});

const joined = z.object({
  'Fn::Join': z.tuple([
    z.literal(''),
    z.array(z.union([z.string(), z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) })])),
  ]),
});

const alarmsOf = (stage: StageSettings) => {
  const { publishing } = synthesiseStage(stage);
  const alarms = [...resourcesOfType(publishing, 'AWS::CloudWatch::Alarm')]
    .filter(([id]) => !id.startsWith('AnnouncementAlarms'))
    .map(([id, { Properties }]) => ({ id, ...alarm.parse(Properties) }));
  return { publishing, alarms };
};

const { publishing, alarms } = alarmsOf(stages.prod);

type MetricName = FigureName | 'Errors' | 'ApproximateNumberOfMessagesVisible';

const alarmOn = (metricName: MetricName, service?: string, among = alarms) => {
  const found = among.filter(
    ({ MetricName, Dimensions }) =>
      MetricName === metricName &&
      (service === undefined ||
        Dimensions.some(({ Name, Value }) => Name === 'service' && Value === service)),
  );
  expect(found).toHaveLength(1);
  return found[0];
};

const atLeastOne = {
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Threshold: 1,
  TreatMissingData: 'notBreaching',
};
const platform = { Namespace: 'Waypost/prod', Dimensions: [{ Name: 'service', Value: 'platform' }] };

describe('an alarm', () => {
  it('is raised for a refused publication, and stays until two runs of the schedule were not', () => {
    expect(alarmOn('PublicationRefused')).toMatchObject({
      ...atLeastOne,
      ...platform,
      Statistic: 'Sum',
      Period: 600,
      EvaluationPeriods: 12,
      DatapointsToAlarm: 1,
    });
  });

  it.each([
    { stage: stages.prod, minutes: 2 * 60 },
    { stage: stages.dev, minutes: 2 * 360 },
  ])(
    'is raised when nothing was published for twice the time of the schedule ($stage.name)',
    ({ stage, minutes }) => {
      const overdue = alarmOn('PublicationSucceeded', 'platform', alarmsOf(stage).alarms);
      expect(overdue).toMatchObject({
        Namespace: `Waypost/${stage.name}`,
        Statistic: 'Sum',
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        TreatMissingData: 'breaching',
      });
      expect(overdue?.DatapointsToAlarm).toBeUndefined();
      expect((overdue?.Period ?? 0) * (overdue?.EvaluationPeriods ?? 0)).toBe(minutes * 60);
    },
  );

  it('is raised when an import holds publications back and nothing is published meanwhile', () => {
    const holding = alarmOn('PublicationHeld');
    expect(holding).toMatchObject({ ...atLeastOne, ...platform, Statistic: 'Sum', DatapointsToAlarm: 1 });
    const [held] = resourcesOfType(publishing, 'AWS::CloudWatch::CompositeAlarm').values();
    const { 'Fn::Join': rule } = joined.parse(held?.Properties.AlarmRule);
    const names = rule[1].map((part) => (typeof part === 'string' ? part : part['Fn::GetAtt'][0]));
    expect(names.join('')).toBe(
      `(ALARM("${holding?.id}") AND ALARM("${alarmOn('PublicationSucceeded')?.id}"))`,
    );
    expect(held?.Properties.AlarmDescription).toContain('waypost');
  });

  it('is raised when the publisher goes on failing, not when a change met another run', () => {
    expect(alarmOn('Errors')).toMatchObject({
      ...atLeastOne,
      Namespace: 'AWS/Lambda',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: 'PlatformPublishLocations37F77A96' } }],
      Statistic: 'Sum',
      Period: 300,
      EvaluationPeriods: 3,
    });
  });

  it('is raised when a run or a change was given up', () => {
    const [queueId] = resourcesOfType(publishing, 'AWS::SQS::Queue').keys();
    expect(alarmOn('ApproximateNumberOfMessagesVisible')).toMatchObject({
      ...atLeastOne,
      Namespace: 'AWS/SQS',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queueId, 'QueueName'] } }],
      Statistic: 'Maximum',
      EvaluationPeriods: 1,
    });
  });

  it.each(['locations-v2', 'locations-v3'])(
    'is raised when %s answers from an old catalogue (G22)',
    (service) => {
      expect(alarmOn('CatalogueAge', service)).toMatchObject({
        Namespace: 'Waypost/prod',
        Dimensions: [{ Name: 'service', Value: service }],
        Statistic: 'Maximum',
        ComparisonOperator: 'GreaterThanThreshold',
        Threshold: 2 * 60 * 60,
        TreatMissingData: 'notBreaching',
      });
    },
  );

  it('never looks back further than CloudWatch does', () => {
    const all = [stages.dev, stages.prod].flatMap((stage) => alarmsOf(stage).alarms);
    for (const { id, Period, EvaluationPeriods } of all) {
      expect(Period * EvaluationPeriods, id).toBeLessThanOrEqual(mostSecondsOf(Period));
    }
  });
});

describe('the metrics of the functions', () => {
  const { api } = synthesiseStage(stages.prod);
  const functions = [api, publishing]
    .flatMap((template) => [...resourcesOfType(template, 'AWS::Lambda::Function').values()])
    .map(
      ({ Properties }) =>
        z
          .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
          .parse(Properties).Environment.Variables,
    );

  it('are counted where the alarms look', () => {
    for (const variables of functions) {
      expect(variables.POWERTOOLS_METRICS_NAMESPACE).toBe('Waypost/prod');
    }
    expect(new Set(functions.map(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME))).toEqual(
      new Set(['bill-management-v1', 'locations-v2', 'locations-v3', 'platform']),
    );
  });
});
