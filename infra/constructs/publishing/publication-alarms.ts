import { Duration } from 'aws-cdk-lib';
import { AlarmRule, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FigureName } from '../../../shared/observability/figures.ts';
import { figureMetric } from '../monitoring/figure-metrics.ts';
import { type AlarmContext, isRaised, StageAlarm, StageCompositeAlarm } from '../monitoring/stage-alarm.ts';

/**
 * Period of the alarms' metrics. It is short, because CloudWatch looks back several extra periods if data is missing.
 */
const tenMinutes = Duration.minutes(10);

/** Start of the first action for failures that an unfinished import also causes. */
const checkImport = 'Run `waypost status`. If an import is running or has stopped, start there. Otherwise,';

/** Alarms on publications. `undelivered` has the triggers whose publications failed. */
export class PublicationAlarms extends Construct {
  /** Alarms on the age of the catalogue that each service has loaded. */
  readonly catalogueAges: readonly StageAlarm[];

  constructor(
    scope: Construct,
    id: string,
    context: AlarmContext,
    publisher: IFunction,
    undelivered: IQueue,
  ) {
    super(scope, id);
    const { stage } = context;
    const evaluationPeriods = (2 * stage.publishEveryMinutes) / tenMinutes.toMinutes();
    const inTwoRuns = { evaluationPeriods, datapointsToAlarm: 1 };
    const count = (name: FigureName) => figureMetric(stage, name, 'platform', { period: tenMinutes });

    new StageAlarm(this, 'publication-refused', context, {
      ...inTwoRuns,
      metric: count('PublicationRefused'),
      symptom: 'A publication was rejected. The previous version is still served.',
      cause:
        'The tables are empty, contain far fewer records than the published version, contain too many invalid rows, ' +
        'or differ from the published version in the hours, positions, services or names of too many locations, ' +
        'usually after a faulty import.',
      action:
        'Run `waypost status`, which gives the reason and examples. Import correct records or, if the change is ' +
        'intended, run `waypost publish --force`.',
    });

    new StageAlarm(this, 'rows-left-out', context, {
      ...inTwoRuns,
      metric: count('RowsLeftOut'),
      symptom:
        'A publication left out rows that cannot be read. Clients do not get these locations or services, or get ' +
        'locations without the parcel limits of their type.',
      cause:
        'The last release accepts fewer rows than earlier ones, or somebody edited rows directly in a table.',
      action:
        "The publisher's log contains `row left out of the publication` with the key and the problem of each row. If the " +
        'last release is the cause, deploy the previous one. Otherwise, import the records again. Then run ' +
        '`waypost publish`. The alarm clears after two scheduled publications.',
    });

    new StageAlarm(this, 'publisher-faults', context, {
      ...inTwoRuns,
      metric: count('PublisherFaults'),
      symptom:
        "The publisher publishes, but part of its work fails. The portal's map, outlet pages or the exports of a " +
        'rollback may be out of date, old versions may not be deleted, and portal-key-missing and ' +
        'holiday-hours-missing may not be raised.',
      cause: 'A missing permission, a fault in the last release, or a DynamoDB or S3 fault.',
      action:
        "The errors in the publisher's log say what failed. Fix the cause; scheduled runs then do the work. If the exports " +
        'of a rollback are missing, run `waypost rollback` again. The alarm clears after two scheduled runs without a fault.',
    });

    const overdue = new StageAlarm(this, 'publication-overdue', context, {
      metric: count('PublicationSucceeded'),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods,
      symptom: 'Nothing has been published for 2 scheduled runs, so clients get increasingly old data.',
      cause:
        'Publications fail or are rejected, or the schedule is disabled. On a new stage, this alarm stays raised until ' +
        'the first import is published.',
      action:
        "Check `waypost status`, the publisher's log, and the schedule. Fix the cause and run `waypost publish`.",
    });

    new StageAlarm(this, 'portal-key-missing', context, {
      ...inTwoRuns,
      metric: count('PortalKeyMissing'),
      symptom: "The portal's locator has no key, so visitors see the map but cannot search.",
      cause: 'No key was issued, which is normal on a new stage, or the object that contains it was deleted.',
      action: 'Run `waypost keys portal`. The alarm clears after two scheduled publications.',
    });

    new StageAlarm(this, 'holiday-hours-missing', context, {
      ...inTwoRuns,
      metric: count('HolidayHoursMissing'),
      symptom: 'A holiday is at most 14 days away, and some outlets still show their regular hours for it.',
      cause:
        'Nobody has set whether these outlets open on that day, or the last import had no special hours for it.',
      action:
        'Run `waypost audit --kind holiday-hours`, which lists outlets and holidays. Import SPECIAL_CLOSED or ' +
        'SPECIAL_HOURS for them, use `waypost locations close`, or correct the holidays. The alarm clears after two ' +
        'scheduled publications.',
    });

    const holding = new StageAlarm(this, 'publication-holding', context, {
      ...inTwoRuns,
      metric: count('PublicationHeld'),
      partOf: 'publication-held',
      symptom: 'An import or a rollback is blocking publishing, or did so recently.',
      cause: 'An import that is running, which is normal, or a rollback.',
      action: 'None. If it lasts too long, publication-held is raised.',
    });
    new StageCompositeAlarm(this, 'publication-held', context, {
      alarmRule: AlarmRule.allOf(isRaised(holding, context), isRaised(overdue, context)),
      parts: [holding, overdue],
      symptom: 'An unfinished import or restore, or a rollback, has blocked publishing for 2 scheduled runs.',
      cause: 'An import or restore that was interrupted, or `waypost rollback`.',
      action:
        'Run `waypost status` to find out which of them it is. Run an import or restore again until it finishes or, if ' +
        'the tables are correct, run `waypost publish --force`. After a rollback, correct the tables and run ' +
        '`waypost publish`.',
    });

    new StageAlarm(this, 'publisher-errors', context, {
      metric: publisher.metricErrors(),
      // A change that arrives during another run fails and is redelivered, so only repeated failures indicate a fault.
      evaluationPeriods: 3,
      symptom: 'The publisher has been failing for 15 minutes. The previous version is still served.',
      cause:
        'A fault in the last release, an import that is unfinished (changes are retried meanwhile), or a ' +
        'DynamoDB or S3 fault.',
      action: `${checkImport} find the error in the publisher's log, fix the cause, and run \`waypost publish\`.`,
    });

    new StageAlarm(this, 'publication-undelivered', context, {
      metric: undelivered.metricApproximateNumberOfMessagesVisible(),
      symptom: 'All attempts to publish on schedule or after a change failed. They are not retried.',
      cause:
        'An import that was unfinished for an hour, a fault in the last release, or a DynamoDB or S3 fault. If few ' +
        'changes arrive, publisher-errors is not raised.',
      action:
        `${checkImport} the message in the dead-letter queue says which run or change it was, and the publisher's log ` +
        'gives the error. Fix the cause, run `waypost publish`, then purge the queue.',
    });

    this.catalogueAges = ['locations-v2', 'locations-v3'].map(
      (service) =>
        new StageAlarm(this, `catalogue-age-${service}`, context, {
          // Age in seconds of the oldest catalogue that an instance of the service uses.
          metric: figureMetric(stage, 'CatalogueAge', service, { statistic: Stats.MAXIMUM }),
          threshold: Duration.minutes(2 * stage.publishEveryMinutes).toSeconds(),
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          // An instance that was frozen may report an old catalogue once, before it checks for a newer one.
          evaluationPeriods: 3,
          urgency: 'page',
          partOf: 'catalogue-stale',
          symptom: `Functions of the ${service} service have served a catalogue older than 2 scheduled runs for 15 minutes.`,
          cause:
            'Nothing is being published, perhaps because of a rollback, or the functions cannot read the latest ' +
            'catalogue.',
          action:
            "If publication-overdue is also raised, start there. Otherwise check the functions' logs to find out why they do not load the latest catalogue.",
        }),
    );
  }
}
