import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { publicationRequest } from '../../../../shared/domain/publication/publication.ts';
import { permissionsOf } from '../../../support/templates/synthesised-permissions.ts';
import {
  propertiesOf,
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const { publishing, data } = synthesiseStage(stages.prod);

/** Returns the only resource of a type, ignoring those for imports and availability reports. */
const only = (type: string, template: SynthesisedTemplate = publishing) => {
  const found = [...resourcesOfType(template, type)].filter(
    ([id]) => !/^(ImportTriggers|AvailabilityReports)/.test(id),
  );
  expect(found).toHaveLength(1);
  const [[id, resource] = ['', undefined]] = found;
  return { id, properties: resource?.Properties ?? {} };
};

const publisherId = 'PlatformPublishLocations37F77A96';
const queue = only('AWS::SQS::Queue');
const queueArn = { 'Fn::GetAtt': [queue.id, 'Arn'] };

describe("the publisher's schedule (G22)", () => {
  const schedule = only('AWS::Scheduler::Schedule').properties;
  const target = z
    .object({
      Input: z.string(),
      RoleArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
    })
    .parse(schedule.Target);

  it.each([
    { name: 'prod', stage: stages.prod, minutes: 60 },
    { name: 'dev', stage: stages.dev, minutes: 360 },
  ])('retries until the next run: $name, every $minutes minutes', ({ stage, minutes }) => {
    const template = synthesiseStage(stage).publishing;
    const seconds = minutes * 60;
    expect(only('AWS::Scheduler::Schedule', template).properties).toMatchObject({
      ScheduleExpression: `rate(${minutes} minutes)`,
      Target: { RetryPolicy: { MaximumEventAgeInSeconds: seconds }, DeadLetterConfig: { Arn: queueArn } },
    });
    expect(only('AWS::Lambda::EventInvokeConfig', template).properties).toMatchObject({
      MaximumEventAgeInSeconds: seconds,
      DestinationConfig: { OnFailure: { Destination: queueArn } },
    });
  });

  it('sends a request that the publisher accepts', () => {
    expect(publicationRequest.parse(JSON.parse(target.Input))).toEqual({ reason: 'schedule' });
  });

  it('has a role that only this schedule can assume, to invoke the publisher and write to the queue', () => {
    const [roleId] = target.RoleArn['Fn::GetAtt'];
    // The scheduler sends the schedule's group as the source, so the schedule has its own group.
    const group = only('AWS::Scheduler::ScheduleGroup');
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
    // A retained group would prevent the same stage from being created again.
    expect(publishing.Resources[group.id]?.DeletionPolicy).toBe('Delete');
  });
});

it('batches of imported and manual changes invoke the publisher, and are retried for an hour', () => {
  const mapping = z.looseObject({
    EventSourceArn: z.object({ 'Fn::GetStackOutput': z.object({ OutputName: z.string() }) }),
  });
  const mappings = propertiesOf(publishing, 'AWS::Lambda::EventSourceMapping')
    .filter(({ FunctionName }) => JSON.stringify(FunctionName).includes(publisherId))
    .map((each) => mapping.parse(each));
  const sources = mappings.map(
    ({ EventSourceArn }) => data.Outputs[EventSourceArn['Fn::GetStackOutput'].OutputName]?.Value,
  );
  expect(sources).toEqual(
    ['TablesLocations5A5220FD', 'TablesCapabilities9E538469', 'TablesLocationChangesE07CBC64'].map(
      (table) => ({
        'Fn::GetAtt': [table, 'StreamArn'],
      }),
    ),
  );
  for (const each of mappings) {
    expect(each).toMatchObject({
      BisectBatchOnFunctionError: false,
      MaximumRecordAgeInSeconds: 3600,
      DestinationConfig: { OnFailure: { Destination: queueArn } },
    });
    // Only the maximum age limits the retries.
    expect(each).not.toHaveProperty('MaximumRetryAttempts');
  }
});
