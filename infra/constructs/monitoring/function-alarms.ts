import { Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  ComparisonOperator,
  type MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { routes } from '../../routes/routes.ts';
import type { LiveFunction } from '../functions/live-function.ts';
import { metricSum } from './metric-sum.ts';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

/** An alarm was requested for a function without one. */
class UnwatchedFunction extends Error {
  override readonly name = 'UnwatchedFunction';
}

/** Short period, so that an alarm rises during a gradual deployment. */
const period = Duration.minutes(1);

/**
 * Words on services whose functions stream. Lambda counts a stream that is not finished at the function's timeout as an
 * error, also where it waits for the client, and a stream that the function destroys before that as well.
 */
const slowReaders =
  ' A client that does not read a long answer to its end within a minute may count as well.';

/** Returns whether a function of the service streams its answers. */
const hasStreams = (service: string): boolean =>
  routes.some(({ streamed, handler }) => streamed && handler.startsWith(`functions/${service}/`));

/** Returns the sum of failures of functions; a function without traffic has no datapoints, and adds nothing. */
const failuresOf = (functions: readonly LiveFunction[]): MathExpression =>
  metricSum({
    each: 'failures',
    metrics: functions.map((live) =>
      live.metricErrors({ statistic: Stats.SUM, period, label: live.operation.node.id }),
    ),
    period,
  });

/**
 * Alarms on invocations that ended without an answer, by a crash, memory or timeout, one for each service. Answers of
 * 500 are watched by AnswerAlarms.
 */
export class FunctionAlarms extends Construct {
  readonly #byService: ReadonlyMap<string, Alarm>;

  constructor(scope: Construct, id: string, functions: readonly LiveFunction[], house: AlarmHouse) {
    super(scope, id);
    const services = Map.groupBy(functions, ({ operation }) => operation.service);
    this.#byService = new Map(
      [...services].map(([service, itsFunctions]) => [
        service,
        new StageAlarm(this, `functions-failing-${service}`, house, {
          metric: failuresOf(itsFunctions),
          threshold: 1,
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          // A single slow request is not a fault; a faulty version fails again within these minutes.
          evaluationPeriods: 5,
          datapointsToAlarm: 2,
          treatMissingData: TreatMissingData.NOT_BREACHING,
          alarmDescription:
            `Functions of ${service} crash, run out of memory or of time; clients get 5xx. A deployment that is ` +
            'under way is taken back by itself. Else see which function on the dashboard and why in its log; deploy ' +
            `the former release if it came with the last one.${hasStreams(service) ? slowReaders : ''}`,
        }),
      ]),
    );
  }

  /** Returns the alarm of a function's service. */
  of({ operation }: LiveFunction): Alarm {
    const alarm = this.#byService.get(operation.service);
    if (!alarm) throw new UnwatchedFunction(`No alarm watches ${operation.node.path}.`);
    return alarm;
  }
}
