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

const rolesOf = (template: Template) =>
  Object.values(template.findResources('AWS::IAM::Role')).map(({ Properties }) => Properties);
/** Returns the bootstrap roles that each role may assume, with `<AccountId>` and `<Region>` for those of the stack. */
const assumedRoles = (template: Template): string[][] =>
  rolesOf(template).map(({ Policies }) => {
    const [{ PolicyDocument }, ...others] = Policies;
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
  });
const bootstrapRoles = (qualifier: string, place: string) =>
  ['deploy', 'file-publishing', 'lookup'].map((kind) => `cdk-${qualifier}-${kind}-role-${place}`);
const here = '<AccountId>-<Region>';

const claims = (name: string, repository = 'example/waypost', branch = 'main') => ({
  'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
  'token.actions.githubusercontent.com:sub': `repo:${repository}:environment:${name}`,
  'token.actions.githubusercontent.com:environment': name,
  'token.actions.githubusercontent.com:repository_id': '67890',
  'token.actions.githubusercontent.com:ref': `refs/heads/${branch}`,
  'token.actions.githubusercontent.com:job_workflow_ref': `example/waypost/.github/workflows/deploy-stage.yml@refs/heads/${branch}`,
});

describe("GitHub's deploy roles", () => {
  it('can each be assumed only by the deploy workflow, in one environment, repository and branch', () => {
    const trusting = (name: string) => ({
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Action: 'sts:AssumeRoleWithWebIdentity',
            Effect: 'Allow',
            Principal: { Federated: expect.anything() },
            Condition: { StringEquals: claims(name) },
          },
        ],
      },
    });
    const roles = rolesOf(delivered().template);
    expect(roles.map(({ AssumeRolePolicyDocument }) => ({ AssumeRolePolicyDocument }))).toEqual([
      trusting('dev'),
      trusting('prod'),
    ]);
    expect(JSON.stringify(roles)).not.toContain('ManagedPolicyArns');
  });

  it('trust another branch, or a repository whose tokens contain numeric ids, if it is delivered', () => {
    const repository = 'example@12/waypost@67890';
    const [role] = rolesOf(delivered([prod], { repository, branch: 'releases' }).template);
    expect(role.AssumeRolePolicyDocument.Statement[0].Condition).toEqual({
      StringEquals: claims('prod', repository, 'releases'),
    });
  });

  it.each([
    ['stages in one account', [dev, prod], [bootstrapRoles('wpdev', here), bootstrapRoles('wpprod', here)]],
    [
      'a stage in another account or region',
      [dev, prodElsewhere],
      [bootstrapRoles('wpdev', here), bootstrapRoles('wpprod', '111122223333-eu-west-1')],
    ],
    ['a single stage', [prodElsewhere], [bootstrapRoles('wpprod', '111122223333-eu-west-1')]],
  ])('may assume only the bootstrap roles of their own stage, and break no rule: %s', (_whose, of, roles) => {
    const { template, findings } = delivered(of);
    expect(assumedRoles(template)).toEqual(roles);
    expect(findings).toEqual([]);
  });

  it("trust a new provider for GitHub, or the account's existing one", () => {
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

  it('are in a stack that explains what to do about an existing provider', () => {
    const { stack, template } = delivered();
    const remedy = Match.stringLikeRegexp('-c oidcProviderArn=ARN');
    Annotations.fromStack(stack).hasInfo('*', remedy);
    template.templateMatches({ Description: remedy });
    expect(Object.keys(template.toJSON().Outputs)).toEqual(['DeployRoleArnDev', 'DeployRoleArnProd']);
  });
});
