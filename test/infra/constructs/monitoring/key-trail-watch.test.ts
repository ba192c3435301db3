import { expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { alarmsOf } from '../../../support/templates/synthesised-alarms.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const { publishing } = synthesiseStage(stages.prod);
const [watchId = ''] = [...resourcesOfType(publishing, 'AWS::Lambda::Function').keys()].filter((id) =>
  id.startsWith('PlatformWatchKeyTrail'),
);

it('only replaced and removed entries of the audit trail invoke the function that reports them, which raises an alarm', () => {
  const sources = propertiesOf(publishing, 'AWS::Lambda::EventSourceMapping').filter(
    ({ FunctionName }) => JSON.stringify(FunctionName) === JSON.stringify({ Ref: watchId }),
  );
  expect(sources).toMatchObject([
    { FilterCriteria: { Filters: [{ Pattern: '{"eventName":["MODIFY","REMOVE"]}' }] } },
  ]);
  expect(JSON.stringify(sources)).toMatch(/TablesApiKeyEvents\w+StreamArn/);
  expect(alarmsOf(publishing).find(({ AlarmName }) => AlarmName.endsWith('key-trail-changed'))).toMatchObject(
    {
      MetricName: 'Invocations',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: watchId } }],
      Threshold: 1,
    },
  );
});
