import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import settings from '../../cdk.json' with { type: 'json' };
import { addStage } from '../stacks/stage-stacks.ts';
import { stages } from '../stages/stages.ts';

const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

const alarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.unknown()).default([]),
});

/** Returns the page that lists all alarms, from the templates of prod. */
export const alarmsPage = (): string => {
  const app = new App({
    context: settings.context,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  addStage(app, stages.prod, { codeOf: (handler) => Code.fromInline(`// ${handler}`) });
  const sections = app
    .synth()
    .stacks.flatMap((stack) => Object.values(template.parse(stack.template).Resources))
    .filter(({ Type }) => /^AWS::CloudWatch::(Composite)?Alarm$/.test(Type))
    .map(({ Properties }) => alarm.parse(Properties))
    .map(({ AlarmName, AlarmDescription, AlarmActions }) => {
      const note = AlarmActions.length > 0 ? '' : ' It sends no notifications.';
      return `## ${AlarmName.replace(/^waypost-prod-/, '')}\n\n${AlarmDescription}${note}\n`;
    });
  return `${introduction}\n${sections.sort().join('\n')}`;
};

const introduction = `# Alarms

<!-- Written by npm run generate from the templates. -->

The full name of an alarm is \`waypost-STAGE-NAME\`. It notifies the stage's topic when it is raised and when it clears.
The addresses in \`alarmEmails\` of the stage in [stages.ts](../infra/stages/stages.ts) are subscribed; each gets one email
to confirm. Subscribe others, such as a pager, to the topic, which is an output of the data stack.
`;
