import { Alarm, type AlarmBase, type AlarmProps } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** Whose alarms they are, and where they go. */
export interface AlarmHouse {
  readonly stage: Pick<StageSettings, 'name'>;
  readonly alarmTopic: ITopic;
}

export interface StageAlarmProps extends Omit<AlarmProps, 'alarmName'> {
  /** What it means and what a person is to do. */
  readonly alarmDescription: string;
}

/** `waypost-prod-publication-refused`: what people see of an alarm first. */
export const alarmNameOf = ({ stage }: AlarmHouse, name: string): string => `waypost-${stage.name}-${name}`;

/** Tells the stage's topic when the alarm rises, and when it is over. */
export const tellTopic = (alarm: AlarmBase, { alarmTopic }: AlarmHouse): void => {
  const tell = new SnsAction(alarmTopic);
  alarm.addAlarmAction(tell);
  alarm.addOkAction(tell);
};

/** An alarm that a person is told of. `name` is in lower case, such as `publication-refused`. */
export class StageAlarm extends Alarm {
  constructor(scope: Construct, name: string, house: AlarmHouse, props: StageAlarmProps) {
    super(scope, name, { ...props, alarmName: alarmNameOf(house, name) });
    tellTopic(this, house);
  }
}
