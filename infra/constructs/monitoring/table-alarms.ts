import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry.ts';
import type { Tables } from '../data/tables.ts';
import { metricSum, sumOf5Minutes } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

const forFifteenMinutes = { evaluationPeriods: 3 };

/** Returns a table's DynamoDB metric with this name, as a sum. */
export const tableMetric = (
  table: Table,
  metricName: 'ReadThrottleEvents' | 'WriteThrottleEvents' | 'SystemErrors',
  operation?: string,
): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName, ...(operation && { Operation: operation }) },
    ...sumOf5Minutes,
    label: [table.node.id, operation ?? metricName].join(' '),
  });

export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, context: AlarmContext, tables: Tables) {
    super(scope, id);
    const { locations, capabilities, billers, enquiries, apiKeys } = tables;

    new StageAlarm(this, 'tables-throttled', context, {
      ...forFifteenMinutes,
      metric: metricSum(
        [locations, capabilities, billers, enquiries, apiKeys].flatMap((table) => [
          tableMetric(table, 'ReadThrottleEvents'),
          tableMetric(table, 'WriteThrottleEvents'),
        ]),
        { label: 'Tables' },
      ),
      symptom: 'DynamoDB has throttled requests to a table for 15 minutes. Some clients get 503.',
      cause: 'An import, a client that sends too many requests, or a table limit.',
      action:
        'Find the table on the dashboard. If an import is running, it slows down automatically: wait until it ends. ' +
        'Otherwise find the client that sends most of the requests in the access log or, if a table limit is ' +
        'reached, ask AWS for a higher quota or, for enquiries, raise enquiriesMaxWriteUnits.',
    });

    new StageAlarm(this, 'enquiries-index-throttled', context, {
      ...forFifteenMinutes,
      metric: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'WriteThrottleEvents',
        dimensionsMap: {
          TableName: enquiries.tableName,
          GlobalSecondaryIndexName: enquiriesByStatus.name,
        },
        ...sumOf5Minutes,
      }),
      symptom: 'The status index has been rejecting writes for 15 minutes, so some new enquiries get 503.',
      cause: 'Clients send more enquiries than the index accepts, about 1,000 a second.',
      action:
        'Find the client that sends most of them in the access log, and move it to a smaller plan or revoke its key.',
    });

    new StageAlarm(this, 'tables-failing', context, {
      ...forFifteenMinutes,
      // The operations that clients' requests cause. Others, such as scans and imports, are covered by the alarms on
      // their functions.
      metric: metricSum(
        [
          tableMetric(apiKeys, 'SystemErrors', 'GetItem'),
          tableMetric(billers, 'SystemErrors', 'GetItem'),
          tableMetric(billers, 'SystemErrors', 'Query'),
          tableMetric(enquiries, 'SystemErrors', 'GetItem'),
          tableMetric(enquiries, 'SystemErrors', 'TransactWriteItems'),
        ],
        { label: 'Tables' },
      ),
      symptom:
        'DynamoDB has been failing for 15 minutes. Locations are still served, but requests for enquiries and billers get ' +
        '503, and keys that were not used recently get 500.',
      cause: 'An outage of DynamoDB in the region.',
      action:
        'Check the AWS Health Dashboard and wait, because nothing in this account can fix it. When the outage is ' +
        'over, run `waypost status`.',
    });
  }
}
