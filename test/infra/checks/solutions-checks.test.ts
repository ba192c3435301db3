import { App, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import settings from '../../../cdk.json' with { type: 'json' };
import { SolutionsChecks } from '../../../infra/checks/solutions-checks.ts';

/** Rules that a role breaks which reads every object of another stack's bucket. */
const broken = (acknowledged: readonly string[] = []) => {
  const app = new App({ context: settings.context, analyticsReporting: false });
  const checks = new SolutionsChecks();
  const files = new Bucket(new Stack(app, 'Files'), 'Published');
  const role = new Role(new Stack(app, 'Reader'), 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [files.arnForObjects('versions/*')] }),
  );
  for (const id of acknowledged) Validations.of(role).acknowledge({ id, reason: 'a test' });
  app.synth();
  return checks
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${constructPath} ${ruleName}`),
    );
};

const finding = 'AwsSolutions-IAM5[Resource::<Published.Arn>/versions/*]';

describe('the checks of AWS Solutions', () => {
  it('name a resource of another stack by its name alone', () => {
    expect(broken()).toContain(`Reader/Role/DefaultPolicy/Resource ${finding}`);
  });

  it('H09 are content where exactly that is acknowledged', () => {
    expect(broken([finding]).filter((each) => each.includes('IAM5'))).toEqual([]);
  });

  it('H09 are not, where something else is', () => {
    expect(broken(['AwsSolutions-IAM5[Resource::<Published.Arn>/*]'])).toContain(
      `Reader/Role/DefaultPolicy/Resource ${finding}`,
    );
  });
});
