import { Validations } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { allow } from './permission.ts';

/** Permits actions on objects of a bucket, by key or by pattern of keys. */
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

/** Permits reading objects, and detecting absent ones. */
export const allowReading = (target: LambdaFunction, bucket: IBucket, ...keys: readonly string[]): void => {
  allowObjects(target, ['s3:GetObject'], bucket, ...keys);
  // Without it S3 answers 403 for an absent object, which hides that nothing is published yet.
  allow(target, ['s3:ListBucket'], bucket.bucketArn);
};
