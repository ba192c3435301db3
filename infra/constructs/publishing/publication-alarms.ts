import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { figureMetric } from '../monitoring/figure-metrics.ts';
import {
  type AlarmContext,
  alarmNameOf,
  atLeastOne,
  notifyTopic,
  StageAlarm,
} from '../monitoring/stage-alarm.ts';

/** Short, because CloudWatch looks back several extra periods if data is missing. */
const tenMinutes = Duration.minutes(10);
const fiveMinutes = Duration.minutes(5);

export interface PublicationAlarmsProps extends AlarmContext {
  readonly publisher: IFunction;
  /** Queue of triggers that led to no publication. */
  readonly undelivered: IQueue;
  readonly stage: StageSettings;
}

/** Alarms on publishing. */
export class PublicationAlarms extends Construct {
  constructor(scope: Construct, id: string, props: PublicationAlarmsProps) {
    super(scope, id);
    this.addOutcomeAlarms(props);
    this.addPublisherAlarms(props);
    this.addAgeAlarms(props);
  }

  /** Alarms on refused, overdue and held publications. */
  private addOutcomeAlarms(props: PublicationAlarmsProps): void {
    const { stage } = props;
    const evaluationPeriods = (2 * stage.publishEveryMinutes) / tenMinutes.toMinutes();
    const inTwoRuns = { evaluationPeriods, datapointsToAlarm: 1 };
    const count = (name: 'PublicationSucceeded' | 'PublicationRefused' | 'PublicationHeld'): Metric =>
      figureMetric(stage, name, 'platform', { statistic: Stats.SUM, period: tenMinutes });

    new StageAlarm(this, 'publication-refused', props, {
      ...inTwoRuns,
      metric: count('PublicationRefused'),
      alarmDescription:
        'A publication was rejected because the tables are empty, hold far fewer records than the published version, or ' +
        'contain too many invalid rows; the previous version is still served. `waypost status` gives the reason. Import ' +
        'the missing records or, if the change is intended, run `waypost publish --force`.',
    });

    const overdue = new StageAlarm(this, 'publication-overdue', props, {
      metric: count('PublicationSucceeded'),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods,
      alarmDescription:
        'Nothing has been published for 2 scheduled runs, so clients get increasingly old data. Check `waypost status`, ' +
        "the publisher's log, and whether its schedule is enabled. Fix the cause and run `waypost publish`. On a new " +
        'stage, this alarm stays raised until the first import is published.',
    });

    // Does not notify: each import holds publications back while it runs, which is normal.
    const holding = new Alarm(this, 'publication-holding', {
      alarmName: alarmNameOf(props, 'publication-holding'),
      ...atLeastOne,
      ...inTwoRuns,
      metric: count('PublicationHeld'),
      alarmDescription:
        'An import is blocking publishing, or did so recently, which is normal. No action is needed: publication-held is ' +
        'raised if it lasts too long.',
    });
    const held = new CompositeAlarm(this, 'publication-held', {
      compositeAlarmName: alarmNameOf(props, 'publication-held'),
      alarmRule: AlarmRule.allOf(holding, overdue),
      alarmDescription:
        'An unfinished import or restore has blocked publishing for 2 scheduled runs. `waypost status` names it. Run it ' +
        'again until it finishes or, if the tables are correct, run `waypost publish --force`.',
    });
    notifyTopic(held, props);
  }

  private addPublisherAlarms(props: PublicationAlarmsProps): void {
    new StageAlarm(this, 'publisher-errors', props, {
      metric: props.publisher.metricErrors({ period: fiveMinutes }),
      // A change that meets another run fails and is redelivered, so only repeated failures are a fault.
      evaluationPeriods: 3,
      alarmDescription:
        'The publisher has been failing for 15 minutes; the previous version is still served. Find the error in its log, ' +
        'fix it, and run `waypost publish`.',
    });

    new StageAlarm(this, 'publication-undelivered', props, {
      metric: props.undelivered.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: fiveMinutes,
      }),
      evaluationPeriods: 1,
      alarmDescription:
        'All attempts to publish a scheduled run or a change failed. The message in the dead-letter queue says which, and ' +
        "the publisher's log gives the error. Fix the cause, run `waypost publish`, then purge the queue.",
    });
  }

  private addAgeAlarms(props: PublicationAlarmsProps): void {
    for (const service of ['locations-v2', 'locations-v3'] as const) {
      new StageAlarm(this, `catalogue-age-${service}`, props, {
        // Age in seconds of the catalogue in use, in the service's oldest instance.
        metric: figureMetric(props.stage, 'CatalogueAge', service, {
          statistic: Stats.MAXIMUM,
          period: fiveMinutes,
        }),
        threshold: Duration.minutes(2 * props.stage.publishEveryMinutes).toSeconds(),
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        // An instance that was frozen may report an old catalogue once, before it checks for a newer one.
        evaluationPeriods: 3,
        alarmDescription:
          `Functions of ${service} are serving a catalogue older than 2 scheduled runs. If publication-overdue is also ` +
          "raised, start there. Otherwise find out from the functions' logs why they don't load the latest catalogue.",
      });
    }
  }
}
