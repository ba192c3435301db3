import { expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const alarm = z.object({ AlarmName: z.string(), AlarmActions: z.array(z.unknown()).default([]) });

it('notifies the topic from every alarm but the one that another alarm includes', () => {
  const alarms = Object.values(synthesiseStage(stages.prod)).flatMap((template) =>
    ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
      [...resourcesOfType(template, type).values()].map(({ Properties }) => alarm.parse(Properties)),
    ),
  );
  const silent = alarms.filter(({ AlarmActions }) => AlarmActions.length === 0);
  expect(silent.map(({ AlarmName }) => AlarmName)).toEqual(['waypost-prod-publication-holding']);
});
