import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

/**
 * Topic of all alarms of a stage. It is state: each subscriber has confirmed by hand. It is not encrypted with a key:
 * CloudWatch cannot publish under AWS's own key for SNS, and alarms hold no customer data.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, { displayName: `Waypost ${stage.name}`, enforceSSL: true });
    this.applyRemovalPolicy(storeRemoval(stage));
    this.letAlarmsPublish();
    for (const email of stage.alarmEmails) this.addSubscription(new EmailSubscription(email));
  }

  /**
   * Lets alarms publish, as the policy that requires TLS replaces SNS's default, which lets the whole account publish.
   */
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
