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

/** Short, for the alarm is to rise while a new version still takes over. */
const period = Duration.minutes(1);
const sum = { statistic: Stats.SUM, period };

/** `refused0` and so on: the keys that were refused, by each of the reasons there are. */
const refusals = (stage: AlarmHouse['stage'], service: string): Readonly<Record<string, Metric>> =>
  Object.fromEntries(
    keyRefusals.map((reason, index) => [
      `refused${index}`,
      figureMetricBy(stage, 'KeysRefused', { service, reason }, { ...sum, label: reason }),
    ]),
  );

/**
 * What failed of the authoriser beyond a tenth of its errors. A refusal is an error to Lambda in the minute in which it
 * began, and a figure in the one in which it was written: under a flood of bad keys the two never meet exactly.
 */
const failuresOf = ({ stage, live }: AuthoriserAlarmProps): MathExpression => {
  const refused = refusals(stage, live.operation.service);
  return new MathExpression({
    // The sum is of what there is: a reason that nobody was refused for has no datapoints to be taken away.
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
 * Rises when the authoriser itself fails in two minutes of five, twice in each at least. The API's 5xx do not show it
 * while a new version takes a tenth of its requests: most clients' keys are remembered by the gateway.
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
