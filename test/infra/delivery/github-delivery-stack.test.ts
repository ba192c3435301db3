import { Annotations, Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { GitHubDeliveryStack } from '../../../infra/delivery/github-delivery-stack.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { checked, newApp, settingsWith } from './delivery-app.ts';

const delivered = (
  context: Readonly<Record<string, string>> = {},
  of: readonly StageSettings[] = [stages.dev, stages.prod],
) => checked(new GitHubDeliveryStack(newApp(), 'GitHub', settingsWith(context), of));

const statement = z.object({ Action: z.unknown(), Effect: z.string(), Resource: z.unknown() });
const role = z.object({
  Properties: z.strictObject({
    AssumeRolePolicyDocument: z.object({
      Statement: z.tuple([
        z.strictObject({
          Action: z.literal('sts:AssumeRoleWithWebIdentity'),
          Effect: z.literal('Allow'),
          Principal: z.unknown(),
          Condition: z.unknown(),
        }),
      ]),
    }),
    Description: z.string(),
    MaxSessionDuration: z.literal(3600),
    Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })]),
  }),
});
const roleOf = (template: Template) => {
  const [only, ...others] = Object.values(template.findResources('AWS::IAM::Role'));
  expect(others).toEqual([]);
  return role.parse(only).Properties;
};
const trustOf = (template: Template) => roleOf(template).AssumeRolePolicyDocument.Statement[0];
/** ARNs with `ACCOUNT` and `REGION` where they are the stack's own. */
const roleNames = (template: Template): string[] => {
  const [only, ...others] = roleOf(template).Policies[0].PolicyDocument.Statement;
  expect([only?.Action, only?.Effect, others]).toEqual(['sts:AssumeRole', 'Allow', []]);
  return [only?.Resource].flat().map((arn) =>
    JSON.stringify(arn)
      .replace(/\{"Ref":"AWS::(\w+)"\}/g, '<$1>')
      .replace(/"|,|\{?Fn::Join:\[|\[|\]|\}/g, '')
      .replace(/^.*role\//, ''),
  );
};

describe("GitHub's deploy role", () => {
  it('can be taken by the environments of one repository alone, by their very names', () => {
    expect(trustOf(delivered().template).Condition).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': [
          'repo:example/waypost:environment:dev',
          'repo:example/waypost:environment:prod',
        ],
      },
    });
  });

  it('knows a repository by its numbers where its tokens carry them', () => {
    const { template } = delivered({ repository: 'example@12/waypost@345' }, [stages.prod]);
    expect(trustOf(template).Condition).toMatchObject({
      StringEquals: {
        'token.actions.githubusercontent.com:sub': ['repo:example@12/waypost@345:environment:prod'],
      },
    });
  });

  it('may take the bootstrap roles that deploy, publish files and look things up, and nothing else', () => {
    expect(roleNames(delivered().template)).toEqual(
      ['deploy', 'file-publishing', 'lookup'].map(
        (kind) => `cdk-hnb659fds-${kind}-role-<AccountId>-<Region>`,
      ),
    );
  });

  it('may take those of the account and region that a stage names', () => {
    const environment = { account: '111122223333', region: 'eu-west-1' };
    const { template } = delivered({}, [stages.dev, { ...stages.prod, environment }]);
    expect(roleNames(template)).toContain('cdk-hnb659fds-deploy-role-111122223333-eu-west-1');
    expect(roleNames(template)).toHaveLength(6);
  });

  it('may take those of its own account alone, where it is made for the stage that has that account', () => {
    const environment = { account: '111122223333', region: 'eu-west-1' };
    const { template, findings } = delivered({}, [{ ...stages.prod, environment }]);
    expect(roleNames(template)).toEqual(
      ['deploy', 'file-publishing', 'lookup'].map(
        (kind) => `cdk-hnb659fds-${kind}-role-111122223333-eu-west-1`,
      ),
    );
    expect(findings).toEqual([]);
  });

  it("makes GitHub's provider, or takes the one that the account has", () => {
    delivered().template.hasResourceProperties('AWS::IAM::OIDCProvider', {
      Url: 'https://token.actions.githubusercontent.com',
      ClientIdList: ['sts.amazonaws.com'],
    });
    const oidcProviderArn = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com';
    const { template } = delivered({ oidcProviderArn });
    template.resourceCountIs('AWS::IAM::OIDCProvider', 0);
    expect(trustOf(template).Principal).toEqual({ Federated: oidcProviderArn });
  });

  it('says where whoever makes it looks what to do about a provider that is there', () => {
    const wayOut = Match.stringLikeRegexp('-c oidcProviderArn=ARN');
    const stack = new GitHubDeliveryStack(newApp(), 'GitHub', settingsWith(), [stages.dev]);
    Annotations.fromStack(stack).hasInfo('*', wayOut);
    expect(stack.templateOptions.description).toContain('-c oidcProviderArn=ARN');
  });

  it('is named in an output, and breaks no rule', () => {
    const { template, findings } = delivered();
    template.hasOutput('DeployRoleArn', { Value: Match.anyValue() });
    expect(findings).toEqual([]);
  });
});
