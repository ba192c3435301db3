import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Creates a queue that is encrypted and requires TLS. */
export const secureQueue = (scope: Construct, id: string, props: QueueProps): Queue =>
  new Queue(scope, id, { ...props, encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true });

/** Creates a dead-letter queue, which keeps messages for two weeks by default. An operator must handle them. */
export const deadLetterQueue = (scope: Construct, props: QueueProps = {}): Queue => {
  const queue = secureQueue(scope, 'Undelivered', { retentionPeriod: Duration.days(14), ...props });
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'This is a dead-letter queue itself; its first message raises an alarm.',
  });
  return queue;
};
