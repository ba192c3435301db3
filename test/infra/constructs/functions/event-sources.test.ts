import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { reportKeyOf } from '../../../../shared/data-access/importing/import-report.ts';
import { publicationRequest } from '../../../../shared/domain/publication/publication.ts';
import { alarmsOf } from '../../../support/templates/synthesised-alarms.ts';
import { permissionsOf } from '../../../support/templates/synthesised-permissions.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const { publishing, data } = synthesiseStage(stages.prod);

/** Returns the only resource of a type whose id begins with its construct. */
const only = (type: string, construct: string, template = publishing) => {
  const found = [...resourcesOfType(template, `AWS::${type}`)].filter(([id]) => id.startsWith(construct));
  expect(found).toHaveLength(1);
  const [[id, resource] = ['', undefined]] = found;
  return { id, arn: { 'Fn::GetAtt': [id, 'Arn'] }, properties: resource?.Properties ?? {}, resource };
};

/** Returns a function's sources of stream records, each with the name of its table. */
const streamsTo = (functionName: string) =>
  propertiesOf(publishing, 'AWS::Lambda::EventSourceMapping')
    .filter(({ FunctionName }) => JSON.stringify(FunctionName).includes(functionName))
    .map((mapping) => ({
      ...mapping,
      table: /Tables(\w+)[0-9A-F]{8}StreamArn/.exec(JSON.stringify(mapping.EventSourceArn))?.[1],
    }));

describe('the publisher', () => {
  const undelivered = only('SQS::Queue', 'PublicationTriggers').arn;

  it.each([
    { name: 'prod', stage: stages.prod, minutes: 60 },
    { name: 'dev', stage: stages.dev, minutes: 360 },
  ])('is scheduled, and retried until the next run (G22): $name, every $minutes minutes', (given) => {
    const template = synthesiseStage(given.stage).publishing;
    const seconds = given.minutes * 60;
    const { properties } = only('Scheduler::Schedule', 'PublicationTriggers', template);
    expect(properties).toMatchObject({
      ScheduleExpression: `rate(${given.minutes} minutes)`,
      Target: { RetryPolicy: { MaximumEventAgeInSeconds: seconds }, DeadLetterConfig: { Arn: undelivered } },
    });
    const { Input } = z.object({ Input: z.string() }).parse(properties.Target);
    expect(publicationRequest.parse(JSON.parse(Input))).toEqual({ reason: 'schedule' });
    expect(only('Lambda::EventInvokeConfig', 'Platform', template).properties).toMatchObject({
      MaximumEventAgeInSeconds: seconds,
      DestinationConfig: { OnFailure: { Destination: undelivered } },
    });
  });

  it('is invoked by a role that only its schedule can assume', () => {
    const role = only('IAM::Role', 'PublicationTriggers');
    // The scheduler sends the schedule's group as the source, so the schedule has its own group.
    const group = only('Scheduler::ScheduleGroup', 'PublicationTriggers');
    expect(permissionsOf(publishing, role.id)).toEqual([
      'lambda:InvokeFunction PlatformPublishLocations',
      'lambda:InvokeFunction PlatformPublishLocations:*',
      'sqs:SendMessage PublicationTriggersUndelivered',
    ]);
    const StringEquals = { 'aws:SourceAccount': { Ref: 'AWS::AccountId' }, 'aws:SourceArn': group.arn };
    expect(role.properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Principal: { Service: 'scheduler.amazonaws.com' }, Condition: { StringEquals } }],
    });
    expect(only('Scheduler::Schedule', 'PublicationTriggers').properties).toMatchObject({
      GroupName: group.properties.Name,
      Target: { RoleArn: role.arn },
    });
    // A retained group would prevent the same stage from being created again.
    expect(group.resource?.DeletionPolicy).toBe('Delete');
  });

  it('is invoked by batches of imported and manual changes, which are retried for an hour', () => {
    const sources = streamsTo('PlatformPublishLocations');
    expect(sources.map(({ table }) => table)).toEqual(['Locations', 'Capabilities', 'LocationChanges']);
    for (const source of sources) {
      expect(source).toMatchObject({
        BisectBatchOnFunctionError: false,
        MaximumRecordAgeInSeconds: 3600,
        DestinationConfig: { OnFailure: { Destination: undelivered } },
      });
      // Only the maximum age limits the retries.
      expect(source).not.toHaveProperty('MaximumRetryAttempts');
    }
  });
});

describe('the importer', () => {
  const files = only('SQS::Queue', 'ImportTriggersFiles');

  it('imports all files in the import bucket except reports, in order', () => {
    const { properties } = only('Events::Rule', 'ImportTriggers');
    expect(properties).toMatchObject({
      EventPattern: { detail: { object: { key: [{ 'anything-but': { suffix: reportKeyOf('') } }] } } },
      Targets: [{ Arn: files.arn, SqsParameters: { MessageGroupId: 'imports' } }],
    });
    expect(JSON.stringify(properties.EventPattern)).toMatch(/"bucket":\{"name":\[\{.*RefImports/);
  });

  it('receives a file again only after its timeout', () => {
    const { Timeout } = only('Lambda::Function', 'PlatformImportFile').properties;
    expect(files.properties.VisibilityTimeout).toBeGreaterThan(z.number().parse(Timeout));
  });
});

describe('the event bus for enquiries', () => {
  const undelivered = only('SQS::Queue', 'EnquiryEvents', data);
  const [policy] = propertiesOf(data, 'AWS::SQS::QueuePolicy');

  it("is encrypted with the enquiries' key, and moves undelivered events to a queue that is not", () => {
    const bus = only('Events::EventBus', 'EnquiryEvents', data);
    expect(bus.properties).toMatchObject({
      KmsKeyIdentifier: only('KMS::Key', '', data).arn,
      DeadLetterConfig: { Arn: undelivered.arn },
    });
    expect(undelivered.properties).toEqual({
      MessageRetentionPeriod: 4 * 86_400,
      SqsManagedSseEnabled: true,
    });
    const fromBus = { Action: 'sqs:SendMessage', Condition: { ArnEquals: { 'aws:SourceArn': bus.arn } } };
    expect(policy?.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([expect.objectContaining({ Effect: 'Allow', ...fromBus })]),
    });
  });

  it('lets only one role read the queue of undelivered events, because some of them are whole enquiries', () => {
    const reader = only('IAM::Role', 'EnquiryEventsUndeliveredReader', data);
    expect(policy?.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 'sqs:ReceiveMessage',
          Resource: undelivered.arn,
          Condition: { ArnNotEquals: { 'aws:PrincipalArn': reader.arn } },
        },
      ]),
    });
    expect(data.Outputs.UndeliveredReader?.Value).toEqual(reader.arn);
  });
});

it('the announcer receives the stream from its start, with retries for 20 hours', () => {
  const [source, ...others] = streamsTo('AnnounceEnquiries');
  expect(others).toEqual([]);
  expect(source).toMatchObject({
    table: 'Enquiries',
    StartingPosition: 'TRIM_HORIZON',
    // After 24 hours, DynamoDB drops records without a dead letter.
    MaximumRecordAgeInSeconds: 20 * 3_600,
    BisectBatchOnFunctionError: false,
  });
  expect(source).not.toHaveProperty('MaximumRetryAttempts');
  expect(JSON.stringify(source)).toMatch(/"OnFailure":.*EnquiryEventsUndelivered/);
});

it('only replaced and removed entries of the audit trail invoke the function that reports them, which raises an alarm', () => {
  expect(streamsTo('PlatformWatchKeyTrail')).toMatchObject([
    {
      table: 'ApiKeyEvents',
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["MODIFY","REMOVE"]}' }] },
    },
  ]);
  const alarm = alarmsOf(publishing).find(({ AlarmName }) => AlarmName.endsWith('key-trail-changed'));
  const FunctionName = { Ref: only('Lambda::Function', 'PlatformWatchKeyTrail').id };
  expect(alarm).toMatchObject({
    watched: [{ name: 'Invocations', dimensions: { FunctionName } }],
    Threshold: 1,
  });
});
