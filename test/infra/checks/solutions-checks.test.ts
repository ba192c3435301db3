import {
  type App,
  CfnResource,
  CrossStackReferences,
  ReferenceStrength,
  Stack,
  Validations,
} from 'aws-cdk-lib';
import { AuthorizationType, MockIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { addStage } from '../../../infra/stacks/stage-stacks.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { findingsIn, newApp } from '../delivery/delivery-app.ts';

/** Returns the findings in the stack that `build` returns. */
const findingsOf = (build: (app: App) => Stack): readonly string[] => {
  const app = newApp();
  const stack = build(app);
  app.synth();
  return findingsIn(stack);
};

describe('the AWS Solutions checks', () => {
  const iamFindings = (strength: ReferenceStrength, ...acknowledged: readonly string[]) =>
    findingsOf((app) => {
      const files = new Bucket(new Stack(app, 'Files'), 'Published');
      for (const resource of files.node.findAll().filter(CfnResource.isCfnResource)) {
        CrossStackReferences.of(resource).produce(strength);
      }
      const stack = new Stack(app, 'Reader');
      const role = new Role(stack, 'Role', {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      });
      role.addToPolicy(
        new PolicyStatement({ actions: ['s3:GetObject'], resources: [files.arnForObjects('versions/*')] }),
      );
      for (const id of acknowledged) Validations.of(role).acknowledge({ id, reason: 'a test' });
      return stack;
    }).filter((finding) => finding.includes('IAM5'));
  const pattern = 'AwsSolutions-IAM5[Resource::<Published.Arn>/versions/*]';
  const reported = [`Reader/Role/DefaultPolicy/Resource ${pattern}`];

  describe.each([ReferenceStrength.WEAK, ReferenceStrength.STRONG])('on %s references', (strength) => {
    it.each<[title: string, acknowledged: string[], expected: string[]]>([
      ['report a wildcard in a grant on another stack’s bucket, with the name of the bucket', [], reported],
      ['accept exactly the acknowledged pattern (H09)', [pattern], []],
      ['do not accept a different pattern (H09)', [pattern.replace('versions/', '')], reported],
    ])('%s', (_, acknowledged, expected) => {
      expect(iamFindings(strength, ...acknowledged)).toEqual(expected);
    });
  });

  it('report a method without authorisation unless it is acknowledged', () => {
    const findings = findingsOf((app) => {
      addStage(app, stages.dev, { codeOf: (handler) => Code.fromInline(`// ${handler}`) });
      const [api = expect.fail()] = app.node.findAll().filter((construct) => construct instanceof RestApi);
      api.root
        .resourceForPath('/locations/v2/services')
        .addMethod('PUT', new MockIntegration(), { authorizationType: AuthorizationType.NONE });
      return api.stack;
    });
    expect(findings.filter((finding) => finding.endsWith('AwsSolutions-APIG4'))).toEqual([
      expect.stringContaining('/locations/v2/services/PUT'),
    ]);
  });
});
