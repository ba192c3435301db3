import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** Where all alarms of a stage go. It is state: each of its readers has confirmed by hand that they want it. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { name, alarmEmails }: StageSettings) {
    super(scope, id, { displayName: `Waypost ${name}`, enforceSSL: true });
    for (const email of alarmEmails) this.addSubscription(new EmailSubscription(email));
  }
}
