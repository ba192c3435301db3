import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageSettings, Urgency } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

/**
 * Topic for a stage's alarms of one urgency. The stage's addresses for that urgency are subscribed to it. It is
 * retained like a store, because subscribers would have to confirm their email addresses again. It is not encrypted,
 * because CloudWatch cannot publish to topics that use AWS's own key for SNS, and alarms contain no customer data.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, stage: StageSettings, urgency: Urgency) {
    super(scope, id, { displayName: `Waypost ${stage.name} ${urgency}`, enforceSSL: true });
    this.applyRemovalPolicy(storeRemoval(stage));
    const { partition, region, account } = Stack.of(this);
    // The policy that requires TLS replaces SNS's default policy, which lets the whole account publish.
    this.allow(
      'AlarmsOfThisAccount',
      'cloudwatch.amazonaws.com',
      `arn:${partition}:cloudwatch:${region}:${account}:alarm:*`,
    );
    if (urgency === 'ticket')
      this.allow('BudgetsOfThisAccount', 'budgets.amazonaws.com', `arn:${partition}:budgets::${account}:*`);
    for (const email of stage.alarmEmails[urgency]) this.addSubscription(new EmailSubscription(email));
  }

  private allow(sid: string, service: string, source: string): void {
    this.addToResourcePolicy(
      new PolicyStatement({
        sid,
        principals: [new ServicePrincipal(service)],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnLike: { 'aws:SourceArn': source },
        },
      }),
    );
  }
}
