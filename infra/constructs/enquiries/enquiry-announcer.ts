import { Duration } from 'aws-cdk-lib';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { type FunctionHouse, OperationFunction } from '../functions/operation-function.ts';
import { allow } from '../functions/permission.ts';
import { acknowledgeStreamListing } from '../functions/stream-listing.ts';
import type { EnquiryEvents } from './enquiry-events.ts';

export const announcerHandler = 'functions/platform/announce-enquiries.ts';

/**
 * Age at which a stream record is given up: DynamoDB drops records after 24 hours without a trace, but an earlier end
 * leaves a message in the dead-letter queue.
 */
const givenUpAfter = Duration.hours(20);

export interface EnquiryAnnouncerProps extends FunctionHouse {
  readonly events: EnquiryEvents;
}

/** Function that announces each new enquiry of the table on the bus, at least once. */
export class EnquiryAnnouncer extends OperationFunction {
  constructor(scope: Construct, { events, ...house }: EnquiryAnnouncerProps) {
    super(scope, house, {
      handler: announcerHandler,
      // Reads the table when an operator has enquiries announced again. The table's key also encrypts its stream.
      access: ['enquiries:read'],
      timeout: Duration.minutes(1),
      environment: { EVENT_BUS: events.bus.eventBusName },
    });
    allow(this, ['events:PutEvents'], events.bus.eventBusArn);
    this.followEnquiries(house, events);
  }

  /**
   * Connects the stream. The CDK's event source would let the function decrypt any data with the key; here the key is
   * usable through DynamoDB alone. Batches are not bisected: an unreadable row is skipped, so failures are the bus's,
   * and affect all rows alike. An event that the bus always refused would repeat its whole batch until it is given up.
   */
  private followEnquiries({ stores }: FunctionHouse, { undelivered }: EnquiryEvents): void {
    const { tableStreamArn = '' } = stores.tables.enquiries;
    allow(
      this,
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      tableStreamArn,
    );
    allow(this, ['dynamodb:ListStreams'], '*');
    acknowledgeStreamListing(this);
    this.addEventSourceMapping('Enquiries', {
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(0),
      bisectBatchOnError: false,
      maxRecordAge: givenUpAfter,
      onFailure: new SqsDlq(undelivered),
    });
  }
}
