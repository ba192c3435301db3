import { expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

it('H04: a good key without one of API Gateway is found in the access log, and a person is told', () => {
  const { api, watch } = synthesiseStage(stages.prod);
  const [filter] = resourcesOfType(watch, 'AWS::Logs::MetricFilter').values();
  expect(filter?.Properties).toMatchObject({
    FilterPattern: '{ $.responseType = "INVALID_API_KEY" }',
    MetricTransformations: [
      { MetricNamespace: 'AccessLog/prod', MetricName: 'UnadmittedRequests', MetricValue: '1' },
    ],
  });
  const [stage] = resourcesOfType(api, 'AWS::ApiGateway::Stage').values();
  expect(JSON.stringify(stage?.Properties)).toContain('\\"responseType\\":\\"$context.error.responseType\\"');
  const alarms = [...resourcesOfType(watch, 'AWS::CloudWatch::Alarm').values()];
  expect(alarms.map(({ Properties }) => Properties)).toContainEqual(
    expect.objectContaining({
      AlarmName: 'waypost-prod-clients-unadmitted',
      MetricName: 'UnadmittedRequests',
      Namespace: 'AccessLog/prod',
      Threshold: 1,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
    }),
  );
});
