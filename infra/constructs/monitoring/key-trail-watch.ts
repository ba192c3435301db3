import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { withWeakStream } from '../data/tables.ts';
import { type FunctionContext, OperationFunction } from '../functions/operation-function.ts';
import { acknowledgeStreamListing } from '../functions/permission.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

export const keyTrailWatchHandler = 'functions/platform/watch-key-trail.ts';

/**
 * Function that logs replaced and removed entries of the key audit trail, and an alarm that is raised when the function
 * is invoked. It is invoked only for these entries, so the alarm is raised even if the function fails.
 */
export class KeyTrailWatch extends OperationFunction {
  constructor(scope: Construct, context: FunctionContext & AlarmContext) {
    super(scope, context, { handler: keyTrailWatchHandler, access: [] });
    this.addEventSource(
      new DynamoEventSource(withWeakStream(this, 'ApiKeyEvents', context.stores.tables.apiKeyEvents), {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [FilterCriteria.filter({ eventName: FilterRule.or('MODIFY', 'REMOVE') })],
        // Retries are limited, so that a record that cannot be logged does not delay later ones.
        retryAttempts: 3,
      }),
    );
    acknowledgeStreamListing(this);
    new StageAlarm(this, 'key-trail-changed', context, {
      metric: this.metricInvocations({ statistic: Stats.SUM, period: Duration.minutes(1) }),
      // Keeps the alarm raised for an hour, because each change is a single datapoint.
      evaluationPeriods: 60,
      datapointsToAlarm: 1,
      symptom: 'An entry in the key audit trail was replaced or removed.',
      cause:
        'Waypost never does this, so somebody with write access to the table may be hiding a change to a key.',
      action:
        'Keep a copy of the log of the function PlatformWatchKeyTrail, which contains the entry before and after the ' +
        "change. CloudTrail shows who assumed a role or changed the table's policy at that time and, if it records " +
        'data events, who wrote items. Compare `waypost keys list` with the keys that your clients should have, and ' +
        'revoke any others.',
    });
  }
}
