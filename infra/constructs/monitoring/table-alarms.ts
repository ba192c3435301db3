import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  type MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry.ts';
import type { Tables } from '../data/tables.ts';
import { metricSum } from './metric-sum.ts';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

const fiveMinutes = Duration.minutes(5);

/** Creates a DynamoDB metric of a table, as a sum. Every table has both kinds of throttling. */
export const tableMetric = (
  table: Table,
  metricName: 'ReadThrottleEvents' | 'WriteThrottleEvents' | 'SystemErrors',
  { period, ...of }: { readonly period: Duration; readonly operation?: string },
): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName, ...(of.operation && { Operation: of.operation }) },
    statistic: Stats.SUM,
    period,
    label: [table.node.id, of.operation ?? metricName].join(' '),
  });

const together = (metrics: readonly Metric[]): MathExpression =>
  metricSum({ each: 'table', metrics, label: 'Tables', period: fiveMinutes });

/**
 * Returns the operations by which clients' requests use the tables. Scans and imports show up as failures of their
 * functions.
 */
const askedByClients = ({ billers, enquiries, apiKeys }: Tables): readonly (readonly [Table, string])[] => [
  [apiKeys, 'GetItem'],
  [billers, 'GetItem'],
  [billers, 'Query'],
  [enquiries, 'GetItem'],
  [enquiries, 'TransactWriteItems'],
];

const lasting = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  evaluationPeriods: 3,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

/** Alarms of the tables. */
export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, { tables, ...house }: AlarmHouse & { readonly tables: Tables }) {
    super(scope, id);
    const { locations, capabilities, billers, enquiries, apiKeys } = tables;

    new StageAlarm(this, 'tables-throttled', house, {
      ...lasting,
      metric: together(
        [locations, capabilities, billers, enquiries, apiKeys].flatMap((table) => [
          tableMetric(table, 'ReadThrottleEvents', { period: fiveMinutes }),
          tableMetric(table, 'WriteThrottleEvents', { period: fiveMinutes }),
        ]),
      ),
      alarmDescription:
        'A table has been asked for more than it gives for a quarter of an hour; the dashboard says which. An import ' +
        'that runs slows down by itself: wait for its end. Else see which client asks so much, or whether the ' +
        "account's quota of the table is reached: ask AWS for a higher one.",
    });

    new StageAlarm(this, 'enquiries-index-throttled', house, {
      ...lasting,
      metric: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'WriteThrottleEvents',
        dimensionsMap: {
          TableName: enquiries.tableName,
          GlobalSecondaryIndexName: enquiriesByStatus.name,
        },
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
      alarmDescription:
        'More enquiries come than the index by status takes, some thousand a second, and new ones are answered with 503. ' +
        'See which client sends so many, and give it a smaller plan or revoke its key.',
    });

    new StageAlarm(this, 'tables-failing', house, {
      ...lasting,
      metric: together(
        askedByClients(tables).map(([table, operation]) =>
          tableMetric(table, 'SystemErrors', { period: fiveMinutes, operation }),
        ),
      ),
      alarmDescription:
        'DynamoDB has been failing for a quarter of an hour. Locations are served as before; enquiries and billers get ' +
        "503, keys that were not used lately 500. See AWS's health dashboard; nothing here can mend it. Once it is over, " +
        'see waypost status.',
    });
  }
}
