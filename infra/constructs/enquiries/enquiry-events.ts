import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { eventBusName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

export interface EnquiryEventsProps {
  readonly stage: StageSettings;
  /** Key of the enquiries, as their events hold the same personal data. */
  readonly key: IKey;
}

/**
 * Event bus of enquiries for subscribers. It is kept like a store: subscribers have their rules there, and AWS deletes
 * no bus that has rules.
 */
export class EnquiryEvents extends Construct {
  readonly bus: EventBus;
  /** Queue of events that could not be delivered to or by the bus, for an operator. */
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, { stage, key }: EnquiryEventsProps) {
    super(scope, id);
    const removalPolicy = storeRemoval(stage);
    this.undelivered = new Queue(this, 'Undelivered', {
      // Not the enquiries' key, as events also end here when the bus cannot use that key.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy,
    });
    Validations.of(this.undelivered).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This is a dead-letter queue itself; its first message raises an alarm.',
    });
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: eventBusName(stage),
      description: `Waypost ${stage.name} events for subscribers: EnquirySubmitted (contains personal data)`,
      kmsKey: key,
      deadLetterQueue: this.undelivered,
    });
    this.bus.applyRemovalPolicy(removalPolicy);
    this.allowDescribingKey(key);
    this.allowDeadLetters();
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
