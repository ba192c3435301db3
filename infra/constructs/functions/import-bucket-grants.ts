import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { allowObjects, allowReading } from './object-grants.ts';

const reports = '*.report.json';

/** Permits reading import files, which belong to the operators, and writing reports only. */
export const grantImports = (target: LambdaFunction, bucket: IBucket): void => {
  target.addEnvironment('IMPORT_BUCKET', bucket.bucketName);
  allowReading(target, bucket, '*');
  allowObjects(target, ['s3:PutObject'], bucket, reports);
};
