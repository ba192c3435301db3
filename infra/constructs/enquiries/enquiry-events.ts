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
  /** The enquiries' key, because the events contain the same personal data. */
  readonly key: IKey;
}

/**
 * Event bus of enquiries for subscribers. It is kept like a store, because subscribers have rules on it, and AWS does
 * not delete a bus with rules.
 */
export class EnquiryEvents extends Construct {
  readonly bus: EventBus;
  /** Queue of events that could not be delivered to or by the bus, for an operator. */
  readonly undelivered: Queue;
  /** The only role that may read the queue. Operators assume it; CloudTrail records that. */
  readonly undeliveredReader: Role;

  constructor(scope: Construct, id: string, { stage, key }: EnquiryEventsProps) {
    super(scope, id);
    const removalPolicy = storeRemoval(stage);
    this.undelivered = new Queue(this, 'Undelivered', {
      // Not the enquiries' key, because events are also sent here if the bus cannot use that key.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Long enough for a weekend. Some messages are whole enquiries.
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

  /**
   * Lets the bus describe its key: the CDK's permission requires an encryption context, which kms:DescribeKey does not
   * have.
   */
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

  /** Denies reading the queue to all others, because its own encryption does not protect the enquiries in it. */
  private addReader(): Role {
    const { account } = Stack.of(this);
    const reader = new Role(this, 'UndeliveredReader', {
      description: 'Operators who read undelivered events, some of which contain whole enquiries',
      // Who may assume it is decided by the permissions of the account's users and roles.
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
