import { ArnFormat, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  type AlarmProps,
  ComparisonOperator,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

/** Stage of alarms, and the topic that they notify. */
export interface AlarmContext {
  readonly stage: Pick<StageSettings, 'name'>;
  readonly alarmTopic: ITopic;
}

type Defaulted = 'threshold' | 'comparisonOperator' | 'treatMissingData';

export interface StageAlarmProps
  extends Omit<AlarmProps, 'alarmName' | Defaulted>,
    Partial<Pick<AlarmProps, Defaulted>> {
  /** For the engineer on call: symptom, likely cause and action, in 1,024 characters at most. */
  readonly alarmDescription: string;
}

/** By default an alarm is raised at 1 or more. No data means that nothing happened. */
export const atLeastOne: Pick<AlarmProps, Defaulted> = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

/** Returns the full name of an alarm, such as `waypost-prod-publication-refused`. */
export const alarmNameOf = ({ stage }: AlarmContext, name: string): string => `waypost-${stage.name}-${name}`;

/** Notifies the stage's topic when the alarm is raised and when it clears. */
export const notifyTopic = (alarm: AlarmBase, { alarmTopic }: AlarmContext): void => {
  const notify = new SnsAction(alarmTopic);
  alarm.addAlarmAction(notify);
  alarm.addOkAction(notify);
};

/** Alarm that notifies the operators. `name` is in lower case, such as `publication-refused`. */
export class StageAlarm extends Alarm {
  constructor(scope: Construct, name: string, context: AlarmContext, props: StageAlarmProps) {
    super(scope, name, { ...atLeastOne, ...props, alarmName: alarmNameOf(context, name) });
    notifyTopic(this, context);
  }
}

/**
 * Topic of all alarms of a stage. It is kept like a store, because each subscriber has confirmed by hand. It is not
 * encrypted with a key: CloudWatch cannot publish under AWS's own key for SNS, and alarms contain no customer data.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, { displayName: `Waypost ${stage.name}`, enforceSSL: true });
    this.applyRemovalPolicy(storeRemoval(stage));
    this.allowAlarms();
    for (const email of stage.alarmEmails) this.addSubscription(new EmailSubscription(email));
  }

  /** The policy that requires TLS replaces SNS's default, which lets the whole account publish, alarms included. */
  private allowAlarms(): void {
    const stack = Stack.of(this);
    const alarms = stack.formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': stack.account },
          ArnLike: { 'aws:SourceArn': alarms },
        },
      }),
    );
  }
}
