import { Stack, Validations } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  Effect,
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';

const allow = (actions: readonly string[], ...resources: readonly string[]): PolicyStatement =>
  new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] });

/** Returns the logical id of a bucket, by which the template checks name it. */
const logicalIdOf = (bucket: Bucket): string => {
  const { defaultChild } = bucket.node;
  return defaultChild instanceof CfnBucket ? Stack.of(bucket).getLogicalId(defaultChild) : bucket.node.id;
};

export interface UploadTargets {
  readonly files: Bucket;
  readonly distribution: IDistribution;
  readonly log: ILogGroup;
}

export interface UploadRole {
  readonly role: IRole;
  /** Returns the source after permitting the role to read it. */
  readable(source: ISource): ISource;
}

/**
 * Creates the role of CDK's upload function: it may read these archives, write to this bucket and invalidate this
 * distribution. CDK's own role reaches every object of the bootstrap bucket, and every distribution.
 */
export const uploadRole = (
  scope: Construct,
  id: string,
  { files, distribution, log }: UploadTargets,
): UploadRole => {
  const granted = new PolicyDocument({
    minimize: true,
    statements: [
      allow(['s3:ListBucket'], files.bucketArn),
      allow(['s3:PutObject', 's3:DeleteObject'], files.arnForObjects('*')),
      allow(['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], distribution.distributionArn),
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], log.logGroupArn),
    ],
  });
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Granted: granted },
  });
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${logicalIdOf(files)}.Arn>/*]`,
    reason:
      'The names of the files are those of the pages, and tell their content: no narrower pattern has them all.',
  });
  return {
    role: role.withoutPolicyUpdates(),
    readable: (source) => ({
      bind: (where, context) => {
        const bound = source.bind(where, context);
        granted.addStatements(allow(['s3:GetObject'], bound.bucket.arnForObjects(bound.zipObjectKey)));
        return bound;
      },
    }),
  };
};
