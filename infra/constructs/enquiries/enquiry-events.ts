import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import {
  AccountPrincipal,
  AnyPrincipal,
  Effect,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { eventBusName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

export interface EnquiryEventsProps {
  readonly stage: StageSettings;
  /** Key of the enquiries table, because the events contain the same personal data. */
  readonly key: IKey;
}

/**
 * Event bus on which subscribers receive enquiries. It is retained like a store, because it has subscribers' rules, and
 * AWS does not delete a bus that has rules.
 */
export class EnquiryEvents extends Construct {
  readonly bus: EventBus;
  /** Dead-letter queue for events that could not be delivered to or by the bus. An operator must handle them. */
  readonly undelivered: Queue;
  /** The only role that may read the queue. Operators assume it, which CloudTrail records. */
  readonly undeliveredReader: Role;

  constructor(scope: Construct, id: string, { stage, key }: EnquiryEventsProps) {
    super(scope, id);
    const removalPolicy = storeRemoval(stage);
    this.undelivered = new Queue(this, 'Undelivered', {
      // Does not use the enquiries' key, because events also arrive here when the bus cannot use that key.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Long enough for a weekend, but short, because some messages contain whole enquiries.
      retentionPeriod: Duration.days(4),
      removalPolicy,
    });
    Validations.of(this.undelivered).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This is a dead-letter queue itself; its first message raises an alarm.',
    });
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: eventBusName(stage),
      description: `Waypost ${stage.name} events for subscribers: EnquirySubmitted (contains personal data), EnquiryErased`,
      kmsKey: key,
      deadLetterQueue: this.undelivered,
    });
    this.bus.applyRemovalPolicy(removalPolicy);
    this.allowDescribingKey(key);
    this.allowDeadLetters();
    this.undeliveredReader = this.addReader();
  }

  /** Lets the bus call kms:DescribeKey. CDK's permission requires an encryption context, which this action lacks. */
  private allowDescribingKey(key: IKey): void {
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['kms:DescribeKey'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }

  /**
   * Creates the only role that may read the queue. The queue's SQS-managed encryption does not stop other readers, and
   * some messages contain whole enquiries.
   */
  private addReader(): Role {
    const { account } = Stack.of(this);
    const reader = new Role(this, 'UndeliveredReader', {
      description: 'Operators who read undelivered events, some of which contain whole enquiries',
      // The permissions of the account's users and roles decide who may assume the role.
      assumedBy: new AccountPrincipal(account),
      maxSessionDuration: Duration.hours(1),
    });
    reader.addToPolicy(
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: [this.undelivered.queueArn],
      }),
    );
    this.undelivered.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['sqs:ReceiveMessage'],
        resources: [this.undelivered.queueArn],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': reader.roleArn } },
      }),
    );
    return reader;
  }

  private allowDeadLetters(): void {
    this.undelivered.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.undelivered.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': this.bus.eventBusArn } },
      }),
    );
  }
}
