import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue, secureQueue } from '../data/queues.ts';

/** Lambda's maximum. If importing a large file takes longer, the file's next delivery continues the import. */
export const importTimeout = Duration.minutes(15);

/** SQS redelivers a file after this time, which Lambda requires to be at least the function's timeout. */
const visibilityTimeout = Duration.minutes(16);

/**
 * Maximum number of deliveries of one file, which together take more than an hour. A large file needs several, because
 * each delivery continues the import. Deliveries also fail while a store is down.
 */
const maxDeliveries = 5;

/**
 * Invokes the importer for each file uploaded to the import bucket, one file at a time in order of arrival. Reports are
 * excluded, because each report would otherwise trigger an import.
 */
export class ImportTriggers extends Construct {
  /** Files whose deliveries all failed. */
  readonly undelivered: Queue;
  /** Rule that sends uploaded files to the import queue. */
  readonly rule: Rule;

  constructor(scope: Construct, id: string, importer: LambdaFunction, imports: IBucket) {
    super(scope, id);
    this.undelivered = deadLetterQueue(this, { fifo: true });
    const files = secureQueue(this, 'Files', {
      fifo: true,
      // EventBridge sets no deduplication id, but when it retries an event, the content, including the event's id, is
      // identical.
      contentBasedDeduplication: true,
      visibilityTimeout,
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: maxDeliveries },
    });
    this.rule = new Rule(this, 'FilePut', {
      description: 'A file was uploaded to the import bucket',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [imports.bucketName] },
          object: { key: Match.anythingButSuffix('.report.json') },
        },
      },
      // All files are in one message group, so that SQS delivers no other file during an import.
      targets: [new SqsQueue(files, { messageGroupId: 'imports' })],
    });
    importer.addEventSource(new SqsEventSource(files, { batchSize: 1 }));
  }
}
