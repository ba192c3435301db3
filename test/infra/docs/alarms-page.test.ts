import { expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const alarm = z
  .object({
    AlarmName: z.string(),
    AlarmDescription: z.string(),
    AlarmActions: z.array(z.unknown()).default([]),
  })
  .transform(({ AlarmName, AlarmDescription, AlarmActions }) => ({
    name: AlarmName.replace(/^waypost-prod-/, ''),
    description: AlarmDescription,
    tells: AlarmActions.length > 0,
  }));

const alarms = Object.values(synthesiseStage(stages.prod))
  .flatMap((template) => [
    ...resourcesOfType(template, 'AWS::CloudWatch::Alarm').values(),
    ...resourcesOfType(template, 'AWS::CloudWatch::CompositeAlarm').values(),
  ])
  .map(({ Properties }) => alarm.parse(Properties));

const page = `# Alarms

<!-- Written from the templates: \`npx vitest run test/infra/docs -u\` does it again. -->

Each alarm is named \`waypost-STAGE-NAME\` and tells the stage's topic when it rises and when it is over. Who is told:
\`alarmEmails\` of the stage in [stages.ts](../infra/stages/stages.ts); each address gets one mail that asks whether it
wants to be. Whoever else is to know, such as a pager, subscribes to the topic, an output of the data stack.

${alarms
  .toSorted((one, other) => one.name.localeCompare(other.name))
  .map(({ name, description, tells }) => `## ${name}\n\n${description}${tells ? '' : ' It tells nobody.'}\n`)
  .join('\n')}`;

it('the page of alarms says of each what it means and what to do, as the alarm itself does', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/alarms.md');
});

it('every alarm tells somebody, but the one that another stands for', () => {
  expect(alarms.filter(({ tells }) => !tells).map(({ name }) => name)).toEqual(['publication-holding']);
});
