import { Duration } from 'aws-cdk-lib';
import { type Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { LiveFunction } from '../functions/live-function.ts';
import { figureMetric } from './figure-metrics.ts';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

/** Services whose functions answer failures themselves, with the further failures counted for each. */
const counting: ReadonlyMap<string, string> = new Map([
  ['bill-management-v1', 'Health checks that find a store down count as well.'],
  ['locations-v2', 'Searches of a stage without a catalogue find nothing, and do not count.'],
  ['locations-v3', 'Until the first import of a new stage is published, asking for the export counts.'],
]);

/**
 * Alarms on answers of 500 and above, one for each service: Lambda counts them as successes, and the API's rate of 5xx
 * hides that a rare operation, such as taking enquiries, always fails.
 */
export class AnswerAlarms extends Construct {
  readonly #byService: ReadonlyMap<string, Alarm>;

  constructor(scope: Construct, id: string, house: AlarmHouse) {
    super(scope, id);
    this.#byService = new Map(
      [...counting].map(([service, alsoCounted]) => [
        service,
        new StageAlarm(this, `answers-failing-${service}`, house, {
          metric: figureMetric(house.stage, 'AnswersFailed', service, {
            statistic: Stats.SUM,
            period: Duration.minutes(1),
          }),
          threshold: 1,
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          // A single brief failure of a store is not a fault.
          evaluationPeriods: 5,
          datapointsToAlarm: 3,
          treatMissingData: TreatMissingData.NOT_BREACHING,
          alarmDescription:
            `Functions of ${service} go on answering 500 or 503, be it in one rare operation. A deployment that is under ` +
            'way is taken back by itself. Else the access log says for which operations, and the log of their functions ' +
            'why: a permission is missing, a table or file is gone, or DynamoDB or S3 is down. Deploy the former release ' +
            `if it came with the last one. ${alsoCounted}`,
        }),
      ]),
    );
  }

  /** Returns the alarm of a function's service; none for the platform, whose functions only refuse. */
  of({ operation }: LiveFunction): readonly Alarm[] {
    const alarm = this.#byService.get(operation.service);
    return alarm ? [alarm] : [];
  }
}
