import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Lambda's maximum duration; the rest of a larger file waits for the next delivery. */
export const importTimeout = Duration.minutes(15);

/** Visibility timeout of the queue, after which SQS redelivers; Lambda requires at least the function's timeout. */
const deliveredAgainAfter = Duration.minutes(16);

/** Maximum deliveries of one file, more than an hour in all: each continues the import, or finds a store down. */
const mostDeliveries = 5;

export interface ImportTriggersProps {
  readonly importer: LambdaFunction;
  readonly imports: IBucket;
}

/**
 * Triggers of the importer for every file put into the import bucket, one after the other in order of arrival. Reports
 * are excluded, as each write of one would otherwise trigger an import.
 */
export class ImportTriggers extends Construct {
  /** Queue of files whose deliveries all failed, for an operator. */
  readonly undelivered: Queue;
  readonly rule: Rule;

  constructor(scope: Construct, id: string, { importer, imports }: ImportTriggersProps) {
    super(scope, id);
    this.undelivered = this.firstInFirstOut('Undelivered', { retentionPeriod: Duration.days(14) });
    const files = this.firstInFirstOut('Files', {
      // EventBridge sets no deduplication id, but repeats an event with identical content, its id included.
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
      // One message group, so that SQS delivers no other file during an import.
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
