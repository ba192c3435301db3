import { Validations } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** Allows actions on resources in a separate policy statement. */
export const allow = (
  { grantPrincipal }: IGrantable,
  actions: readonly string[],
  resources: readonly string[],
  conditions?: PolicyStatementProps['conditions'],
): void => {
  grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: [...actions],
      resources: [...resources],
      ...(conditions && { conditions }),
    }),
  );
};

/** Records why a function that reads a table's stream may list all streams, which Lambda requires for polling. */
export const acknowledgeStreamListing = ({ role }: LambdaFunction): void => {
  if (role === undefined) return;
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'DynamoDB has no resource for the list of streams.',
  });
};
