import { Validations } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** Records why a function that reads a table's stream may list streams, as Lambda demands for polling it. */
export const acknowledgeStreamListing = ({ role }: LambdaFunction): void => {
  if (role === undefined) return;
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'DynamoDB knows no resource for the list of streams.',
  });
};
