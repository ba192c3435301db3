import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { publicationRequest } from '../../../../shared/domain/publication/publication.ts';
import { permissionsOf } from '../../../support/templates/synthesised-permissions.ts';
import {
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const templates = { prod: synthesiseStage(stages.prod), dev: synthesiseStage(stages.dev) };
const { publishing, data } = templates.prod;

/** The one resource of a type, those of importing apart. */
const only = (template: SynthesisedTemplate, type: string) => {
  const found = [...resourcesOfType(template, type)].filter(([id]) => !id.startsWith('ImportTriggers'));
  expect(found).toHaveLength(1);
  const [[id, resource] = ['', undefined]] = found;
  return { id, properties: resource?.Properties ?? {} };
};

const publisherId = 'PlatformPublishLocations37F77A96';
const queue = only(publishing, 'AWS::SQS::Queue');
const queueArn = { 'Fn::GetAtt': [queue.id, 'Arn'] };

describe('the schedule (G22)', () => {
  const schedule = only(publishing, 'AWS::Scheduler::Schedule').properties;
  const target = z
    .object({
      Input: z.string(),
      RoleArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
    })
    .parse(schedule.Target);

  it('starts the publisher as often as the stage says', () => {
    expect(schedule).toMatchObject({
      ScheduleExpression: 'rate(60 minutes)',
      State: 'ENABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: { 'Fn::GetAtt': [publisherId, 'Arn'] } },
    });
    expect(only(templates.dev.publishing, 'AWS::Scheduler::Schedule').properties.ScheduleExpression).toBe(
      'rate(360 minutes)',
    );
  });

  it('asks for what the publisher understands', () => {
    const input: unknown = JSON.parse(target.Input);
    expect(input).toEqual({ reason: 'schedule' });
    expect(publicationRequest.parse(input)).toEqual({ reason: 'schedule' });
  });

  it('tries for as long as the next run is not due, and then leaves it in the queue', () => {
    expect(schedule.Target).toMatchObject({
      RetryPolicy: { MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 10 },
      DeadLetterConfig: { Arn: queueArn },
    });
  });

  it('may start this one function and write to that queue, for this schedule alone', () => {
    const [roleId] = target.RoleArn['Fn::GetAtt'];
    // The scheduler names the group of a schedule as the source: this one is in a group of its own.
    const group = only(publishing, 'AWS::Scheduler::ScheduleGroup');
    expect(permissionsOf(publishing, roleId)).toEqual([
      'lambda:InvokeFunction PlatformPublishLocations',
      'lambda:InvokeFunction PlatformPublishLocations:*',
      'sqs:SendMessage PublicationTriggersUndelivered',
    ]);
    expect(publishing.Resources[roleId]?.Properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': { 'Fn::GetAtt': [group.id, 'Arn'] },
            },
          },
        },
      ],
    });
    expect(schedule.GroupName).toEqual(group.properties.Name);
    // What stayed behind would be in the way of the same stage made anew.
    expect(publishing.Resources[group.id]?.DeletionPolicy).toBe('Delete');
  });
});

describe('a run that Lambda was handed', () => {
  it.each([
    { name: 'prod', template: templates.prod, seconds: 3600 },
    { name: 'dev', template: templates.dev, seconds: 21_600 },
  ])(
    'is tried three times before the next is due, and then left in the queue ($name)',
    ({ template, seconds }) => {
      expect(only(template.publishing, 'AWS::Lambda::EventInvokeConfig').properties).toMatchObject({
        FunctionName: { Ref: publisherId },
        MaximumEventAgeInSeconds: seconds,
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: queueArn } },
      });
    },
  );
});

describe('the changes of the tables', () => {
  const mappings = [...resourcesOfType(publishing, 'AWS::Lambda::EventSourceMapping').values()]
    .map(({ Properties }) => Properties)
    .filter(({ StartingPosition, FunctionName }) => {
      const ofPublisher = JSON.stringify(FunctionName).includes(publisherId);
      return StartingPosition !== undefined && ofPublisher;
    });
  const streamOf = (source: unknown): unknown => {
    const { 'Fn::GetStackOutput': output } = z
      .object({ 'Fn::GetStackOutput': z.object({ OutputName: z.string() }) })
      .parse(source);
    return data.Outputs[output.OutputName]?.Value;
  };

  it('are those of locations and capabilities', () => {
    expect(mappings.map(({ EventSourceArn }) => streamOf(EventSourceArn))).toEqual([
      { 'Fn::GetAtt': ['TablesLocations5A5220FD', 'StreamArn'] },
      { 'Fn::GetAtt': ['TablesCapabilities9E538469', 'StreamArn'] },
    ]);
  });

  it('start the publisher together, unsifted, and come again for an hour when it is busy', () => {
    for (const { EventSourceArn: _, ...mapping } of mappings) {
      // Without a number of retries there are as many as the hour allows.
      expect(mapping).toEqual({
        FunctionName: { Ref: publisherId },
        StartingPosition: 'TRIM_HORIZON',
        BatchSize: 1000,
        MaximumBatchingWindowInSeconds: 1,
        BisectBatchOnFunctionError: false,
        MaximumRecordAgeInSeconds: 3600,
        DestinationConfig: { OnFailure: { Destination: queueArn } },
      });
    }
  });
});

describe('the queue of what was given up', () => {
  it('is encrypted, keeps a message for two weeks and is reached over TLS alone', () => {
    expect(queue.properties).toEqual({ MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true });
    expect(only(publishing, 'AWS::SQS::QueuePolicy').properties).toMatchObject({
      Queues: [{ Ref: queue.id }],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Action: 'sqs:*',
            Principal: { AWS: '*' },
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    });
  });
});

describe('the publisher', () => {
  it('has a quarter of an hour, a whole processor and room for the exports; a lease keeps its runs apart', () => {
    const publisher = publishing.Resources[publisherId]?.Properties;
    expect(publisher).toMatchObject({ Timeout: 900, MemorySize: 1769, EphemeralStorage: { Size: 1024 } });
    expect(publisher?.ReservedConcurrentExecutions).toBeUndefined();
  });
});
