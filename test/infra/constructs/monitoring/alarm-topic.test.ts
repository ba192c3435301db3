import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, it } from 'vitest';
import { AlarmTopic } from '../../../../infra/constructs/monitoring/alarm-topic.ts';
import { stages } from '../../../../infra/stages/stages.ts';

const templateOf = (settings = stages.prod) => {
  const stack = new Stack(new App({ analyticsReporting: false }), 'Stack', {
    env: { account: '111122223333', region: 'eu-west-1' },
  });
  new AlarmTopic(stack, 'Alarms', settings);
  return Template.fromStack(stack);
};

describe('the topic of alarms', () => {
  it("takes what CloudWatch's alarms of the same account and region say, and over TLS alone", () => {
    const template = templateOf();
    template.resourceCountIs('AWS::SNS::TopicPolicy', 1);
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: [
          Match.objectLike({
            Effect: 'Deny',
            Principal: '*',
            Action: 'sns:Publish',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
          Match.objectLike({
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Condition: {
              StringEquals: { 'aws:SourceAccount': '111122223333' },
              ArnLike: {
                'aws:SourceArn': {
                  'Fn::Join': [
                    '',
                    ['arn:', { Ref: 'AWS::Partition' }, ':cloudwatch:eu-west-1:111122223333:alarm:*'],
                  ],
                },
              },
            },
          }),
        ],
      },
    });
  });

  it('has no key of AWS, under which CloudWatch could not publish', () => {
    templateOf().hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.absent() });
  });

  it('tells each address of the stage', () => {
    const template = templateOf({ ...stages.prod, alarmEmails: ['a@example.org', 'b@example.org'] });
    template.resourceCountIs('AWS::SNS::Subscription', 2);
    for (const Endpoint of ['a@example.org', 'b@example.org']) {
      template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint });
    }
  });
});
