import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression, ScheduleGroup, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { Tables } from '../data/tables.ts';

export interface PublicationTriggersProps {
  readonly publisher: LambdaFunction;
  readonly tables: Pick<Tables, 'locations' | 'capabilities'>;
  readonly stage: StageSettings;
}

/** All that starts the publisher by itself: its schedule, and every change of what it publishes. */
export class PublicationTriggers extends Construct {
  /** What did not come to a publication in its time, kept for a person to look at. */
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, { publisher, tables, stage }: PublicationTriggersProps) {
    super(scope, id);
    this.undelivered = new Queue(this, 'Undelivered', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.undelivered).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is itself where dead letters are kept; an alarm tells of the first.',
    });
    this.startOnSchedule(publisher, stage);
    for (const table of [tables.locations, tables.capabilities]) this.startOnChange(publisher, table, stage);
  }

  /**
   * A run that is still waiting when the next is due has lost its purpose. The schedule has a group to itself: that is
   * what the scheduler names when it takes the role, and no other schedule of the account may.
   */
  private startOnSchedule(publisher: LambdaFunction, { name, publishEveryMinutes }: StageSettings): void {
    const longestWait = Duration.minutes(publishEveryMinutes);
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
        maxEventAge: longestWait,
        retryAttempts: 10,
      }),
    });
    // The scheduler only hands its event over: from there on it is Lambda that tries again, or gives up.
    publisher.configureAsyncInvoke({
      maxEventAge: longestWait,
      retryAttempts: 2,
      onFailure: new SqsDestination(this.undelivered),
    });
  }

  /**
   * A batch that meets another run fails and comes again, as often as it takes within the hour. From the stream's
   * beginning, so that no change is lost while the mapping is made.
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
        // One bad record cannot be to blame: the publisher reads none of them.
        bisectBatchOnError: false,
        maxRecordAge: Duration.hours(1),
        onFailure: new SqsDlq(this.undelivered),
      }),
    );
  }
}

/** The CDK lets the scheduler invoke any version of the function; there are no other resources under that pattern. */
const acknowledgeVersionsOf = (publisher: LambdaFunction, role: Role): void => {
  const { defaultChild } = publisher.node;
  if (!(defaultChild instanceof CfnFunction)) return;
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${Stack.of(publisher).getLogicalId(defaultChild)}.Arn>:*]`,
    reason: 'The versions of one function.',
  });
};
