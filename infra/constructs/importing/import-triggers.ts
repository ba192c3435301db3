import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** The longest that Lambda lets a function run. What is left of a larger file by then waits for the next delivery. */
export const importTimeout = Duration.minutes(15);

/** SQS delivers again what was not imported when this is over; Lambda takes no queue with less than its function's. */
const deliveredAgainAfter = Duration.minutes(16);

/** Deliveries of one file: each brings the import further, or finds a store that is down. More than an hour in all. */
const mostDeliveries = 5;

export interface ImportTriggersProps {
  readonly importer: LambdaFunction;
  readonly imports: IBucket;
}

/**
 * Hands every file that is put into the import bucket to the importer, one after the other in the order in which they
 * came. A report is no file to import: it would otherwise be handed over each time that it is written.
 */
export class ImportTriggers extends Construct {
  /** Files that were delivered in vain as often as may be, kept for a person to look at. */
  readonly undelivered: Queue;
  readonly rule: Rule;

  constructor(scope: Construct, id: string, { importer, imports }: ImportTriggersProps) {
    super(scope, id);
    this.undelivered = this.firstInFirstOut('Undelivered', { retentionPeriod: Duration.days(14) });
    const files = this.firstInFirstOut('Files', {
      // EventBridge names no message. What it sends twice is the same to the byte, the event's id included.
      contentBasedDeduplication: true,
      visibilityTimeout: deliveredAgainAfter,
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: mostDeliveries },
    });
    this.rule = new Rule(this, 'FilePut', {
      description: 'A file was put into the import bucket',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [imports.bucketName] },
          object: { key: Match.anythingButSuffix('.report.json') },
        },
      },
      // One group: as long as one file is being imported, SQS delivers no other.
      targets: [new SqsQueue(files, { messageGroupId: 'imports' })],
    });
    importer.addEventSource(new SqsEventSource(files, { batchSize: 1 }));
  }

  private firstInFirstOut(id: string, props: ConstructorParameters<typeof Queue>[2]): Queue {
    return new Queue(this, id, {
      ...props,
      fifo: true,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }
}
