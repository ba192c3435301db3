import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { OperationFunction } from '../functions/operation-function.ts';
import { tableMetric } from './table-alarms.ts';
import type { Watched } from './watched.ts';

const period = Duration.minutes(5);

const graph = (title: string, left: readonly IMetric[], width: number): IWidget =>
  new GraphWidget({ title, left: [...left], width, height: 8 });

/** Creates rows of widgets for functions, tables and queues, with one line for each. */
export const resourceWidgets = ({
  functions,
  tables,
  deadLetters,
}: Watched): readonly (readonly IWidget[])[] => {
  const ofEach = (metric: (each: OperationFunction, label: string) => IMetric) =>
    functions.map((each) => metric(each, each.node.id));
  return [
    [
      // Lambda counts refused keys as errors of the authoriser.
      graph(
        'Errors of functions (401 counts for the authoriser)',
        ofEach((each, label) => each.metricErrors({ statistic: Stats.SUM, period, label })),
        12,
      ),
      graph(
        'Throttled runs of functions',
        ofEach((each, label) => each.metricThrottles({ statistic: Stats.SUM, period, label })),
        12,
      ),
    ],
    [
      graph(
        'Instances of functions at a time',
        ofEach((each, label) =>
          each.metric('ConcurrentExecutions', { statistic: Stats.MAXIMUM, period, label }),
        ),
        12,
      ),
      graph(
        'Milliseconds of functions, 99 in 100',
        ofEach((each, label) => each.metricDuration({ statistic: Stats.p(99), period, label })),
        12,
      ),
    ],
    [
      graph(
        'Throttled requests to tables',
        tables.flatMap((table) => [
          tableMetric(table, 'ReadThrottleEvents', { period }),
          tableMetric(table, 'WriteThrottleEvents', { period }),
        ]),
        12,
      ),
      graph(
        'Given up, and waiting for a person',
        deadLetters.map((queue) =>
          queue.metricApproximateNumberOfMessagesVisible({
            statistic: Stats.MAXIMUM,
            period,
            label: queue.node.path.split('/').slice(-2).join(' '),
          }),
        ),
        12,
      ),
    ],
  ];
};
