import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import settings from '../../cdk.json' with { type: 'json' };
import { DailyBudget } from '../constructs/monitoring/daily-budget.ts';
import { type GuidedAlarm, StageAlarm, StageCompositeAlarm } from '../constructs/monitoring/stage-alarm.ts';
import { addStage } from '../stacks/stage-stacks.ts';
import type { Urgency } from '../stages/stage-settings.ts';
import { stages } from '../stages/stages.ts';

/** Returns the page with all alarms of prod by urgency, each followed by the alarms that are part of it. */
export const alarmsPage = (): string => {
  const app = new App({ context: settings.context, analyticsReporting: false });
  addStage(app, stages.prod, { codeOf: (handler) => Code.fromInline(`// ${handler}`) });
  const alarms = app.node
    .findAll()
    .filter(
      (each) =>
        each instanceof StageAlarm || each instanceof StageCompositeAlarm || each instanceof DailyBudget,
    )
    .toSorted((a, b) => (a.shortName < b.shortName ? -1 : 1));
  return [
    introduction,
    section('Pages', pages, alarms, 'page'),
    section('Tickets', tickets, alarms, 'ticket'),
  ].join('\n');
};

const section = (title: string, text: string, alarms: readonly GuidedAlarm[], urgency: Urgency): string => {
  const notifying = alarms.filter(
    ({ guide }) => (guide.urgency ?? 'ticket') === urgency && guide.partOf === undefined,
  );
  const entries = notifying.flatMap((each) => [
    each,
    ...alarms.filter(({ guide }) => guide.partOf === each.shortName),
  ]);
  return [`## ${title}\n\n${text}\n`, ...entries.map(entry)].join('\n');
};

const entry = ({
  shortName,
  guide: { partOf, symptom, cause, action },
}: GuidedAlarm): string => `### ${shortName}

${partOf === undefined ? '' : `Part of [${partOf}](#${partOf}), which notifies instead.\n\n`}- **Symptom:** ${symptom}
- **Likely cause:** ${cause}
- **First action:** ${action}
`;

const introduction = `# Alarms

<!-- Written by npm run generate from the constructs. -->

The full name of an alarm is \`waypost-STAGE-NAME\`. Each alarm has an urgency, and a stage has a topic for each
urgency: the outputs \`PageTopic\` and \`TicketTopic\` of its data stack. An alarm notifies its topic when it is raised
and when it clears. The addresses in \`alarmEmails\` of the stage in [stages.ts](../infra/stages/stages.ts) are
subscribed; each gets one email to confirm. Subscribe others, such as a pager, to the topics.
`;

const pages = `Act at once, day and night: clients or subscribers are affected. Each page is a composite alarm, so that one
outage is one page; its parts do not notify. While \`api-degraded\` is raised, the other pages are suppressed.`;

const tickets = 'Act within a working day. An outage may raise several tickets, which narrow down its cause.';
