import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { BackupAlarms } from '../constructs/monitoring/backup-alarms.ts';
import { DailyBudget } from '../constructs/monitoring/daily-budget.ts';
import { ImportAlarms } from '../constructs/monitoring/import-alarms.ts';
import { PageAlarms } from '../constructs/monitoring/page-alarms.ts';
import { RequestAlarms, UnadmittedClients } from '../constructs/monitoring/request-alarms.ts';
import { StageDashboard, watchedIn } from '../constructs/monitoring/stage-dashboard.ts';
import { TableAlarms } from '../constructs/monitoring/table-alarms.ts';
import { UsageAlarms } from '../constructs/monitoring/usage-alarms.ts';
import { recordReference } from '../constructs/recorded-reference.ts';
import { monthlyCost, totalOf } from '../cost/cost-model.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { PublishingStack } from './publishing-stack.ts';

export interface WatchStackProps extends StackProps {
  readonly stage: StageSettings;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly publishing: PublishingStack;
}

/** Stack of a stage's dashboard, and of the alarms on which no other stack's deployment depends. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, api, publishing, ...props }: WatchStackProps) {
    super(scope, id, props);
    const context = { stage, alarmTopics: data.alarmTopics };
    const { accessLog, authoriserFailing } = api;
    const {
      functions,
      deadLetters,
      firewalls: [firewall],
    } = watchedIn([api, publishing]);

    new PageAlarms(this, 'PageAlarms', { ...context, ...publishing.pages, accessLog, authoriserFailing });
    new RequestAlarms(this, 'RequestAlarms', context, functions);
    new UnadmittedClients(this, 'UnadmittedClients', context, accessLog);
    new UsageAlarms(this, 'UsageAlarms', context, firewall);
    new DailyBudget(
      this,
      'DailyBudget',
      context,
      totalOf(monthlyCost(stage, stage.expectedRequestsPerSecond)),
    );
    new TableAlarms(this, 'TableAlarms', context, data.tables);
    if (data.backups) new BackupAlarms(this, 'BackupAlarms', context, data.backups.tables.length);
    new ImportAlarms(this, 'ImportAlarms', context, publishing.imports);

    for (const { node, functionName } of functions) recordReference(this, node.id, functionName);
    for (const { node, queueName } of deadLetters)
      recordReference(this, node.path.replace(/\W|^.*?\//g, ''), queueName);
    recordReference(this, 'ImportRule', publishing.imports.rule.ruleName);
    recordReference(this, 'AccessLog', accessLog.logGroupName);

    new StageDashboard(this, 'Dashboard', stage, watchedIn([data, api, publishing, this]));
  }
}
