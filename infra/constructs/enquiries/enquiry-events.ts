import { Duration, Stack } from 'aws-cdk-lib';
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
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { eventBusName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { deadLetterQueue } from '../data/queues.ts';
import { storeRemoval } from '../data/store-removal.ts';

/**
 * Event bus on which subscribers receive enquiries. It uses the key of the enquiries table, because the events contain
 * the same personal data. It is retained like a store, because it has subscribers' rules, and AWS does not delete a bus
 * that has rules.
 */
export class EnquiryEvents extends Construct {
  readonly bus: EventBus;
  /** Events that could not be delivered to or by the bus. */
  readonly undelivered: Queue;
  /** The only role that may read the queue. Operators assume it, which CloudTrail records. */
  readonly undeliveredReader: Role;

  constructor(scope: Construct, id: string, stage: StageSettings, key: IKey) {
    super(scope, id);
    const removalPolicy = storeRemoval(stage);
    this.undelivered = deadLetterQueue(this, {
      // Long enough for a weekend, but short, because some messages contain whole enquiries. The queue does not use the
      // enquiries' key, because events also arrive here when the bus cannot use that key.
      retentionPeriod: Duration.days(4),
      removalPolicy,
    });
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: eventBusName(stage),
      description: `Waypost ${stage.name} events for subscribers: EnquirySubmitted (contains personal data), EnquiryErased`,
      kmsKey: key,
      deadLetterQueue: this.undelivered,
    });
    this.bus.applyRemovalPolicy(removalPolicy);
    const { account } = Stack.of(this);
    const ofBus = { principals: [new ServicePrincipal('events.amazonaws.com')] };
    // CDK's permission for the bus requires an encryption context, which this action lacks.
    key.addToResourcePolicy(
      new PolicyStatement({
        ...ofBus,
        actions: ['kms:DescribeKey'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
    const ofQueue = { resources: [this.undelivered.queueArn] };
    this.undelivered.addToResourcePolicy(
      new PolicyStatement({
        ...ofBus,
        ...ofQueue,
        actions: ['sqs:SendMessage'],
        conditions: { ArnEquals: { 'aws:SourceArn': this.bus.eventBusArn } },
      }),
    );
    this.undeliveredReader = new Role(this, 'UndeliveredReader', {
      description: 'Operators who read undelivered events, some of which contain whole enquiries',
      // The permissions of the account's users and roles decide who may assume the role.
      assumedBy: new AccountPrincipal(account),
      maxSessionDuration: Duration.hours(1),
    });
    this.undeliveredReader.addToPolicy(
      new PolicyStatement({
        ...ofQueue,
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      }),
    );
    // The queue's SQS-managed encryption does not stop other readers.
    this.undelivered.addToResourcePolicy(
      new PolicyStatement({
        ...ofQueue,
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['sqs:ReceiveMessage'],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': this.undeliveredReader.roleArn } },
      }),
    );
  }
}
