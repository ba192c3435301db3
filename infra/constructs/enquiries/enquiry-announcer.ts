import { Duration } from 'aws-cdk-lib';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { enquirySource } from '../../../shared/domain/billing/enquiry.ts';
import { withWeakStream } from '../data/tables.ts';
import { type FunctionContext, OperationFunction } from '../functions/operation-function.ts';
import { acknowledgeStreamListing, allow } from '../functions/permission.ts';
import type { EnquiryEvents } from './enquiry-events.ts';

export const announcerHandler = 'functions/platform/announce-enquiries.ts';

/**
 * Below the 24 hours after which DynamoDB silently drops stream records, so that an expired batch still creates a dead
 * letter.
 */
const maxRecordAge = Duration.hours(20);

/** Function that announces each new enquiry in the table on the bus, at least once. */
export class EnquiryAnnouncer extends OperationFunction {
  constructor(scope: Construct, context: FunctionContext, { bus, undelivered }: EnquiryEvents) {
    super(scope, context, {
      handler: announcerHandler,
      // Operators can make the function announce stored enquiries again. The table's key also encrypts its stream.
      access: ['enquiries:read'],
      timeout: Duration.minutes(1),
      environment: { EVENT_BUS: bus.eventBusName },
    });
    // Limited to this source, because other sources on the bus report on parcel lockers.
    allow(this, ['events:PutEvents'], [bus.eventBusArn], {
      StringEquals: { 'events:source': enquirySource },
    });
    // Connected without CDK's event source, which would let the function decrypt any data with the key. The access above
    // restricts the key to use through DynamoDB.
    const { tableStreamArn = '' } = withWeakStream(this.stack, 'Enquiries', context.stores.tables.enquiries);
    allow(
      this,
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      [tableStreamArn],
    );
    allow(this, ['dynamodb:ListStreams'], ['*']);
    acknowledgeStreamListing(this);
    this.addEventSourceMapping('Enquiries', {
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(0),
      // Invalid rows are skipped, so a failure comes from the bus and affects all rows equally. If the bus kept rejecting
      // a single event, its whole batch would be retried for 20 hours.
      bisectBatchOnError: false,
      maxRecordAge,
      onFailure: new SqsDlq(undelivered),
    });
  }
}
