import { Duration } from 'aws-cdk-lib';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { type FunctionHouse, OperationFunction } from '../functions/operation-function.ts';
import { allow } from '../functions/permission.ts';
import type { EnquiryEvents } from './enquiry-events.ts';

export const announcerHandler = 'functions/platform/announce-enquiries.ts';

/** DynamoDB forgets after 24 hours what its stream told. What is given up earlier, leaves a message that says so. */
const givenUpAfter = Duration.hours(20);

export interface EnquiryAnnouncerProps extends FunctionHouse {
  readonly events: EnquiryEvents;
}

/** Announces on the bus each enquiry that comes into the table, at least once. */
export class EnquiryAnnouncer extends OperationFunction {
  constructor(scope: Construct, { events, ...house }: EnquiryAnnouncerProps) {
    super(scope, house, {
      handler: announcerHandler,
      // The table, for an operator who has enquiries announced again. Its key is that of its stream as well.
      access: ['enquiries:read'],
      timeout: Duration.minutes(1),
      environment: { EVENT_BUS: events.bus.eventBusName },
    });
    allow(this, ['events:PutEvents'], events.bus.eventBusArn);
    this.followEnquiries(house, events);
  }

  /**
   * The CDK's own source of events would let the function decrypt whatever it has in hand; here the key serves DynamoDB
   * alone. A batch is not bisected: a row that cannot be read is counted and left, so that what fails is the bus, for
   * all rows alike. An event that the bus refused for ever would have its batch come again, whole, until it is given up.
   */
  private followEnquiries({ stores }: FunctionHouse, { undelivered }: EnquiryEvents): void {
    const { tableStreamArn = '' } = stores.tables.enquiries;
    allow(
      this,
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      tableStreamArn,
    );
    allow(this, ['dynamodb:ListStreams'], '*');
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
