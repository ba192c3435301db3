import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { type AlarmHouse, alarmNameOf, StageAlarm, tellTopic } from '../monitoring/stage-alarm.ts';
import { metricsOfPublication, type PublicationMetricsProps } from './publication-metrics.ts';

/** Short periods, because CloudWatch looks some periods further back if data are missing. */
const tenMinutes = Duration.minutes(10);
const fiveMinutes = Duration.minutes(5);

/** Returns the number of ten-minute periods in which the schedule is due twice. */
const twoRuns = ({ publishEveryMinutes }: StageSettings): number =>
  (2 * publishEveryMinutes) / tenMinutes.toMinutes();

const atLeastOne = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

type PublicationAlarmsProps = PublicationMetricsProps & AlarmHouse;

/** Alarms of publishing; their descriptions tell the operator what to do. */
export class PublicationAlarms extends Construct {
  constructor(scope: Construct, id: string, props: PublicationAlarmsProps) {
    super(scope, id);
    const { stage } = props;
    const metrics = metricsOfPublication(props);
    const everBetweenTwoRuns = { ...atLeastOne, evaluationPeriods: twoRuns(stage), datapointsToAlarm: 1 };

    new StageAlarm(this, 'publication-refused', props, {
      ...everBetweenTwoRuns,
      metric: metrics.count('PublicationRefused', tenMinutes),
      alarmDescription:
        'The tables hold nothing, too little of what is published, or too many bad rows; the former version stays served. ' +
        'waypost status says which. Import what is missing or, if it is meant, run waypost publish --force.',
    });

    const overdue = new StageAlarm(this, 'publication-overdue', props, {
      metric: metrics.count('PublicationSucceeded', tenMinutes),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods: twoRuns(stage),
      alarmDescription:
        'Nothing was published in the time of two scheduled runs; what is served grows old. See waypost status, the ' +
        "publisher's log and whether its schedule is enabled; mend what is wrong and run waypost publish. On a new stage " +
        'it stays until the first import is published.',
    });

    const holding = new Alarm(this, 'publication-holding', {
      alarmName: alarmNameOf(props, 'publication-holding'),
      ...everBetweenTwoRuns,
      metric: metrics.count('PublicationHeld', tenMinutes),
      alarmDescription:
        'An import holds publications back, or did a while ago. Nothing to do: publication-held says when it lasts.',
    });
    this.watchHolds(holding, overdue, props);
    this.watchPublisher(props);
    this.watchAges(props);
  }

  private watchPublisher(props: PublicationAlarmsProps): void {
    const metrics = metricsOfPublication(props);
    new StageAlarm(this, 'publisher-errors', props, {
      ...atLeastOne,
      metric: metrics.publisherErrors(fiveMinutes),
      // A change that meets another run fails and is redelivered, so only repeated failures are a fault.
      evaluationPeriods: 3,
      alarmDescription:
        'The publisher has been failing for a quarter of an hour; the former version stays served. ' +
        'Its log says why.',
    });

    new StageAlarm(this, 'publication-undelivered', props, {
      ...atLeastOne,
      metric: metrics.undelivered(fiveMinutes),
      evaluationPeriods: 1,
      alarmDescription:
        "A scheduled run or a change was given up. The queue's message says which, the publisher's log why. " +
        'Mend what is wrong, run waypost publish, then purge the queue.',
    });
  }

  private watchAges(props: PublicationAlarmsProps): void {
    const metrics = metricsOfPublication(props);
    for (const service of ['locations-v2', 'locations-v3'] as const) {
      new StageAlarm(this, `catalogue-age-${service}`, props, {
        metric: metrics.catalogueAge(service, fiveMinutes),
        threshold: Duration.minutes(2 * props.stage.publishEveryMinutes).toSeconds(),
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        // An instance that was frozen may report an old catalogue once, before it checks for a newer one.
        evaluationPeriods: 3,
        alarmDescription:
          `Functions of ${service} answer from a catalogue older than two scheduled runs. If publication-overdue is raised as ` +
          'well, begin there; else their logs say why they do not read the newest one.',
      });
    }
  }

  /** Watches for imports that hold publications back too long; each does so while it runs, which is normal. */
  private watchHolds(holding: IAlarm, overdue: IAlarm, house: AlarmHouse): void {
    const held = new CompositeAlarm(this, 'publication-held', {
      compositeAlarmName: alarmNameOf(house, 'publication-held'),
      alarmRule: AlarmRule.allOf(holding, overdue),
      alarmDescription:
        'An import or a restore that has not come to its end has held publications back for the time of two scheduled runs. ' +
        'waypost status names it. Run it again to its end or, if the tables are right, waypost publish --force.',
    });
    tellTopic(held, house);
  }
}
