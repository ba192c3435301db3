import { Annotations, Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { GitHubDeliveryStack } from '../../../infra/delivery/github-delivery-stack.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { checked, newApp, settingsWith } from './delivery-app.ts';

const { dev, prod } = stages;
const prodElsewhere = { ...prod, environment: { account: '111122223333', region: 'eu-west-1' } };

const delivered = (
  of: readonly StageSettings[] = [dev, prod],
  context: Readonly<Record<string, string>> = {},
) => {
  const stack = new GitHubDeliveryStack(newApp(), 'GitHub', settingsWith(context), of);
  return { stack, ...checked(stack) };
};

const roleOf = (template: Template) => {
  const roles = Object.values(template.findResources('AWS::IAM::Role'));
  expect(roles).toHaveLength(1);
  return roles[0]?.Properties;
};
/** The bootstrap roles that the role may assume, with `<AccountId>` and `<Region>` for those of the stack. */
const assumedRoles = (template: Template): string[] => {
  const [{ PolicyDocument }, ...others] = roleOf(template).Policies;
  expect(others).toEqual([]);
  expect(PolicyDocument.Statement).toEqual([
    { Action: 'sts:AssumeRole', Effect: 'Allow', Resource: expect.anything() },
  ]);
  return [PolicyDocument.Statement[0].Resource].flat().map((arn) =>
    JSON.stringify(arn)
      .replace(/\{"Ref":"AWS::(\w+)"\}/g, '<$1>')
      .replace(/"|,|\{?Fn::Join:\[|\[|\]|\}/g, '')
      .replace(/^.*role\//, ''),
  );
};
const bootstrapRoles = (place: string) =>
  ['deploy', 'file-publishing', 'lookup'].map((kind) => `cdk-hnb659fds-${kind}-role-${place}`);

describe("GitHub's deploy role", () => {
  it('can be assumed only by the environments of one repository, for an hour', () => {
    expect(roleOf(delivered().template)).toEqual({
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Action: 'sts:AssumeRoleWithWebIdentity',
            Effect: 'Allow',
            Principal: { Federated: expect.anything() },
            Condition: {
              StringEquals: {
                'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
                'token.actions.githubusercontent.com:sub': [
                  'repo:example/waypost:environment:dev',
                  'repo:example/waypost:environment:prod',
                ],
              },
            },
          },
        ],
      },
      Description: expect.any(String),
      MaxSessionDuration: 3600,
      Policies: [expect.anything()],
    });
  });

  it('names a repository with the numbers that its tokens carry', () => {
    const { template } = delivered([prod], { repository: 'example@12/waypost@345' });
    expect(JSON.stringify(roleOf(template))).toContain('"repo:example@12/waypost@345:environment:prod"');
  });

  it.each([
    ['of its own account', [dev, prod], bootstrapRoles('<AccountId>-<Region>')],
    [
      'of each account and region of a stage',
      [dev, prodElsewhere],
      [...bootstrapRoles('<AccountId>-<Region>'), ...bootstrapRoles('111122223333-eu-west-1')],
    ],
    ['of the account of its only stage', [prodElsewhere], bootstrapRoles('111122223333-eu-west-1')],
  ])('may assume the bootstrap roles %s, and breaks no rule', (_whose, of, roles) => {
    const { template, findings } = delivered(of);
    expect(assumedRoles(template)).toEqual(roles);
    expect(findings).toEqual([]);
  });

  it("comes with GitHub's provider, or takes the account's", () => {
    delivered().template.hasResourceProperties('AWS::IAM::OIDCProvider', {
      Url: 'https://token.actions.githubusercontent.com',
      ClientIdList: ['sts.amazonaws.com'],
    });
    const oidcProviderArn = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com';
    const { template } = delivered([dev, prod], { oidcProviderArn });
    template.resourceCountIs('AWS::IAM::OIDCProvider', 0);
    template.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: { Statement: [{ Principal: { Federated: oidcProviderArn } }] },
    });
  });

  it('says what to do about an existing provider, and names the role in an output', () => {
    const { stack, template } = delivered();
    const remedy = Match.stringLikeRegexp('-c oidcProviderArn=ARN');
    Annotations.fromStack(stack).hasInfo('*', remedy);
    template.templateMatches({ Description: remedy });
    template.hasOutput('DeployRoleArn', { Value: Match.anyValue() });
  });
});
