import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

/**
 * Where all alarms of a stage go. It is state: each of its readers has confirmed by hand that they want it. It has no
 * key: under AWS's own one for SNS, CloudWatch may not publish, and an alarm says nothing of any customer.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, { displayName: `Waypost ${stage.name}`, enforceSSL: true });
    this.applyRemovalPolicy(storeRemoval(stage));
    this.letAlarmsPublish();
    for (const email of stage.alarmEmails) this.addSubscription(new EmailSubscription(email));
  }

  /** The policy that asks for TLS takes the place of the one by which SNS lets the whole account publish. */
  private letAlarmsPublish(): void {
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
