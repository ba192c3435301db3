import { Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  ComparisonOperator,
  type MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { LiveFunction } from '../functions/live-function.ts';
import { metricSum } from './metric-sum.ts';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

/** An alarm was asked for that was not made. */
class UnwatchedFunction extends Error {
  override readonly name = 'UnwatchedFunction';
}

/** Short, for an alarm is to rise while a new version still takes over. */
const period = Duration.minutes(1);

/** The failures of functions together. One that nobody asks has no datapoints, and adds nothing. */
const failuresOf = (functions: readonly LiveFunction[]): MathExpression =>
  metricSum({
    each: 'failures',
    metrics: functions.map((live) =>
      live.metricErrors({ statistic: Stats.SUM, period, label: live.operation.node.id }),
    ),
    period,
  });

/**
 * One alarm for each service, of what its functions did not come to answer: they ended, ran out of memory or of time.
 * An answer of 500 is none of it: AnswerAlarms tell of those.
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
          // One request that is slow once is no fault; a version that fails does so again within these minutes.
          evaluationPeriods: 5,
          datapointsToAlarm: 2,
          treatMissingData: TreatMissingData.NOT_BREACHING,
          alarmDescription:
            `Functions of ${service} crash, run out of memory or of time; clients get 5xx. A deployment that is ` +
            'under way is taken back by itself. Else see which function on the dashboard and why in its log; deploy ' +
            'the former release if it came with the last one.',
        }),
      ]),
    );
  }

  /** The alarm of the service that the function belongs to. */
  of({ operation }: LiveFunction): Alarm {
    const alarm = this.#byService.get(operation.service);
    if (!alarm) throw new UnwatchedFunction(`No alarm watches ${operation.node.path}.`);
    return alarm;
  }
}
