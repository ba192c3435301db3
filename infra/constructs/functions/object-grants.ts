import { Validations } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { allow } from './permission.ts';

/** Permits something with objects of a bucket, each named by its key or by a pattern of keys. */
export const allowObjects = (
  target: LambdaFunction,
  actions: readonly string[],
  bucket: IBucket,
  ...keys: readonly string[]
): void => {
  allow(target, actions, ...keys.map((key) => bucket.arnForObjects(key)));
  for (const pattern of keys.filter((key) => key.includes('*'))) {
    Validations.of(target.role ?? target).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucket.node.id}.Arn>/${pattern}]`,
      reason:
        'Objects are put there under names that are not known before: no narrower pattern has them all.',
    });
  }
};

/** Permits reading objects, and finding that there is none. */
export const allowReading = (target: LambdaFunction, bucket: IBucket, ...keys: readonly string[]): void => {
  allowObjects(target, ['s3:GetObject'], bucket, ...keys);
  // Without it S3 answers 403 for an object that is not there, and nobody could tell "not yet published".
  allow(target, ['s3:ListBucket'], bucket.bucketArn);
};
