import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  MathExpression,
  type Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { keyRefusals } from '../../../shared/observability/figures.ts';
import type { LiveFunction } from '../functions/live-function.ts';
import { figureMetricBy } from './figure-metrics.ts';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

/** Short period, so that the alarm rises during a gradual deployment. */
const period = Duration.minutes(1);
const sum = { statistic: Stats.SUM, period };

/** Returns the metrics of refused keys as `refused0` and so on, one for each reason. */
const refusals = (stage: AlarmHouse['stage'], service: string): Readonly<Record<string, Metric>> =>
  Object.fromEntries(
    keyRefusals.map((reason, index) => [
      `refused${index}`,
      figureMetricBy(stage, 'KeysRefused', { service, reason }, { ...sum, label: reason }),
    ]),
  );

/**
 * Returns the failures of the authoriser beyond a tenth of its errors. A refusal counts as a Lambda error in the minute
 * in which it began, but as a metric in the minute in which it was written, so under a flood of bad keys the two never
 * match exactly.
 */
const failuresOf = ({ stage, live }: AuthoriserAlarmProps): MathExpression => {
  const refused = refusals(stage, live.operation.service);
  return new MathExpression({
    // SUM ignores missing metrics, as a reason without refusals has no datapoints.
    expression: `1.9 * errors - SUM([errors, ${Object.keys(refused).join(', ')}])`,
    usingMetrics: { errors: live.metricErrors({ ...sum, label: 'Errors' }), ...refused },
    label: 'Failures',
    period,
  });
};

export interface AuthoriserAlarmProps extends AlarmHouse {
  readonly live: LiveFunction;
}

/**
 * Alarm on failures of the authoriser itself, at least twice each in two minutes of five. The API's 5xx do not show
 * them during a gradual deployment, as the gateway has cached most clients' keys.
 */
export class AuthoriserAlarm extends StageAlarm {
  constructor(scope: Construct, props: AuthoriserAlarmProps) {
    super(scope, 'authoriser-failing', props, {
      metric: failuresOf(props),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 5,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription:
        'Keys cannot be checked; clients whose keys the gateway does not remember get 500. Refused keys do not count. A ' +
        'deployment that is under way is taken back by itself. Else see on the dashboard whether keys could not be looked ' +
        'up: then the table of keys is throttled, gone, or DynamoDB is down, and keys that were used within the last 15 ' +
        'minutes still work. If not, the authoriser crashes or takes too long: see its log, and deploy the former release ' +
        'if it came with the last one.',
    });
  }
}
