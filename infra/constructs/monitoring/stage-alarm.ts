import { Alarm, type AlarmBase, type AlarmProps } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** Stage of alarms, and their topic. */
export interface AlarmHouse {
  readonly stage: Pick<StageSettings, 'name'>;
  readonly alarmTopic: ITopic;
}

export interface StageAlarmProps extends Omit<AlarmProps, 'alarmName'> {
  /** Meaning of the alarm, and what the operator should do. */
  readonly alarmDescription: string;
}

/** Returns the full name of an alarm, such as `waypost-prod-publication-refused`. */
export const alarmNameOf = ({ stage }: AlarmHouse, name: string): string => `waypost-${stage.name}-${name}`;

/** Notifies the stage's topic when the alarm is raised, and when it clears. */
export const tellTopic = (alarm: AlarmBase, { alarmTopic }: AlarmHouse): void => {
  const tell = new SnsAction(alarmTopic);
  alarm.addAlarmAction(tell);
  alarm.addOkAction(tell);
};

/** Alarm that notifies the operators. `name` is in lower case, such as `publication-refused`. */
export class StageAlarm extends Alarm {
  constructor(scope: Construct, name: string, house: AlarmHouse, props: StageAlarmProps) {
    super(scope, name, { ...props, alarmName: alarmNameOf(house, name) });
    tellTopic(this, house);
  }
}
