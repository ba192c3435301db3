import { Duration } from 'aws-cdk-lib';
import { EventField, type IEventBus, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue, secureQueue } from '../data/queues.ts';
import { type FunctionContext, OperationFunction } from '../functions/operation-function.ts';

export const reporterHandler = 'functions/platform/report-availability.ts';

const timeout = Duration.seconds(30);
/** SQS redelivers a message after this time. Ten deliveries outlast a ten-minute outage of S3. */
const visibilityTimeout = Duration.minutes(1);
const maxDeliveries = 10;

/** The event with the time when it reached the bus, because its own time is whatever the sender put there. */
const receivedEvent = RuleTargetInput.fromObject({
  source: EventField.source,
  'detail-type': EventField.detailType,
  time: '<aws.events.event.ingestion-time>',
  detail: EventField.fromPath('$.detail'),
});

/**
 * Stores the reports about which work centres accept parcels, received as events from the operator's sources on the bus.
 */
export class AvailabilityReports extends Construct {
  /** Events that have invalid rows or could not be delivered. */
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, context: FunctionContext, bus: IEventBus) {
    super(scope, id);
    this.undelivered = deadLetterQueue(this);
    const events = secureQueue(this, 'Events', {
      visibilityTimeout,
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: maxDeliveries },
    });
    new Rule(this, 'Reported', {
      description: 'Events about which work centres accept parcels',
      eventBus: bus,
      eventPattern: { source: [...context.stage.availabilitySources], detailType: ['AvailabilityReported'] },
      targets: [new SqsQueue(events, { message: receivedEvent, deadLetterQueue: this.undelivered })],
    });
    const reporter = new OperationFunction(scope, context, {
      handler: reporterHandler,
      access: ['published:read', 'availability:write'],
      timeout,
    });
    reporter.addEventSource(
      new SqsEventSource(events, {
        batchSize: 1_000,
        // Collects the events of one second, so that they are stored in one write.
        maxBatchingWindow: Duration.seconds(1),
        // Lambda's minimum. Two instances may therefore write at the same time, and must retry their writes.
        maxConcurrency: 2,
        reportBatchItemFailures: true,
      }),
    );
  }
}
