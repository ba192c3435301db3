import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression, ScheduleGroup, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { deadLetterQueue } from '../data/queues.ts';
import { withWeakStream } from '../data/tables.ts';
import type { FunctionContext } from '../functions/operation-function.ts';
import { acknowledgeStreamListing } from '../functions/permission.ts';

/** Triggers of the publisher: its schedule, and changes to the tables whose content it publishes. */
export class PublicationTriggers extends Construct {
  /** Triggers whose publications failed. */
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, publisher: LambdaFunction, { stage, stores }: FunctionContext) {
    super(scope, id);
    this.undelivered = deadLetterQueue(this);
    this.startOnSchedule(publisher, stage);
    const { locations, capabilities, locationChanges } = stores.tables;
    for (const [name, table] of Object.entries({
      Locations: locations,
      Capabilities: capabilities,
      LocationChanges: locationChanges,
    }))
      this.startOnChange(publisher, withWeakStream(this, name, table), stage);
    acknowledgeStreamListing(publisher);
  }

  /**
   * Invokes the publisher on a schedule. A run that is still waiting when the next one is due is dropped. The schedule
   * has its own group, and only schedules in this group can assume the role.
   */
  private startOnSchedule(publisher: LambdaFunction, { name, publishEveryMinutes }: StageSettings): void {
    const maxWait = Duration.minutes(publishEveryMinutes);
    const scheduleGroup = new ScheduleGroup(this, 'ScheduleGroup', {
      scheduleGroupName: `waypost-${name}`,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': scheduleGroup.scheduleGroupArn,
          },
        },
      }),
    });
    acknowledgeVersionsOf(publisher, role);
    new Schedule(this, 'Schedule', {
      scheduleGroup,
      description: 'Publishes the locations catalogue and the export',
      schedule: ScheduleExpression.expression(`rate(${publishEveryMinutes} minutes)`),
      target: new LambdaInvoke(publisher, {
        role,
        input: ScheduleTargetInput.fromObject({ reason: 'schedule' }),
        deadLetterQueue: this.undelivered,
        maxEventAge: maxWait,
        retryAttempts: 10,
      }),
    });
    // The scheduler only delivers its event. Lambda retries failed invocations.
    publisher.configureAsyncInvoke({
      maxEventAge: maxWait,
      retryAttempts: 2,
      onFailure: new SqsDestination(this.undelivered),
    });
  }

  /**
   * Invokes the publisher on changes to a table. A batch that arrives during another run waits for it. If that takes
   * too long, the batch fails and is retried for up to an hour. The mapping starts at the beginning of the stream, so
   * that no change is lost while the mapping is created.
   */
  private startOnChange(
    publisher: LambdaFunction,
    table: ITable,
    { changeWindowSeconds }: StageSettings,
  ): void {
    publisher.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 1_000,
        maxBatchingWindow: Duration.seconds(changeWindowSeconds),
        // Bisecting would not help, because no single record can cause a failure: the publisher reads only a record's
        // key, or all rows if there is no key.
        bisectBatchOnError: false,
        maxRecordAge: Duration.hours(1),
        onFailure: new SqsDlq(this.undelivered),
      }),
    );
  }
}

/** Acknowledges that CDK lets the scheduler invoke any version of the function. The pattern matches nothing else. */
const acknowledgeVersionsOf = (publisher: LambdaFunction, role: Role): void => {
  const { defaultChild } = publisher.node;
  if (!(defaultChild instanceof CfnFunction)) return;
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${Stack.of(publisher).getLogicalId(defaultChild)}.Arn>:*]`,
    reason: 'The pattern only covers the versions of one function.',
  });
};
