import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, AlarmStatusWidget, Dashboard, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { apiWidgets, firewallWidget } from './api-widgets.ts';
import { figureWidgets } from './figure-widgets.ts';
import { resourceWidgets } from './resource-widgets.ts';
import type { Watched } from './watched.ts';

export interface StageDashboardProps {
  readonly stage: StageSettings;
  /** Name of the API in its metrics. */
  readonly apiName: string;
  readonly watched: Watched;
}

/** Creates the widget of alarm states, by name, so that the dashboard does not keep an alarm from being removed. */
const alarmStates = (scope: Construct, alarmNames: readonly string[]): IWidget => {
  const arnOf = (resourceName: string): string =>
    Stack.of(scope).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  return new AlarmStatusWidget({
    title: 'Alarms',
    alarms: alarmNames.map((name) => Alarm.fromAlarmArn(scope, name, arnOf(name))),
    width: 24,
    height: Math.ceil(alarmNames.length / 6) + 1,
  });
};

/** Dashboard of a stage for operators on call: alarms first, then what clients get, then resources. */
export class StageDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { stage, apiName, watched }: StageDashboardProps) {
    super(scope, id, { dashboardName: `waypost-${stage.name}`, defaultInterval: Duration.hours(12) });
    const [firewall] = watched.firewalls;
    const ofApi =
      firewall === undefined
        ? apiWidgets(apiName, stage, 8)
        : [...apiWidgets(apiName, stage, 6), firewallWidget(this, firewall, 6)];
    const rows = [
      [alarmStates(this, watched.alarmNames)],
      ofApi,
      ...figureWidgets(stage),
      ...resourceWidgets(watched),
    ];
    for (const row of rows) this.addWidgets(...row);
  }
}
