import { expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { alarmsOf } from '../../../support/templates/synthesised-alarms.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { publishing } = synthesiseStage(stages.prod);
const [watchId = ''] = [...resourcesOfType(publishing, 'AWS::Lambda::Function').keys()].filter((id) =>
  id.startsWith('PlatformWatchKeyTrail'),
);

it('only replaced and removed entries of the audit trail invoke the function that reports them', () => {
  const sources = [...resourcesOfType(publishing, 'AWS::Lambda::EventSourceMapping').values()]
    .map(({ Properties }) => Properties)
    .filter(({ FunctionName }) => JSON.stringify(FunctionName) === JSON.stringify({ Ref: watchId }));
  expect(sources).toEqual([
    expect.objectContaining({
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["MODIFY","REMOVE"]}' }] },
      StartingPosition: 'TRIM_HORIZON',
    }),
  ]);
  expect(JSON.stringify(sources)).toMatch(/TablesApiKeyEvents\w+StreamArn/);
});

it('every invocation of the function that reports changes to the audit trail raises an alarm', () => {
  const alarm = alarmsOf(publishing).find(({ AlarmName }) => AlarmName.endsWith('key-trail-changed'));
  expect(alarm).toMatchObject({
    Namespace: 'AWS/Lambda',
    MetricName: 'Invocations',
    Dimensions: [{ Name: 'FunctionName', Value: { Ref: watchId } }],
    Threshold: 1,
  });
});
