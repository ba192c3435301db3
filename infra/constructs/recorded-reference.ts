import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Repeats a value of another stack as an output of the stack that uses it, such as `UsesImportRule`. CloudFormation
 * reads a weak reference only when it updates the referring stack: each deployment compares this output with the
 * current value.
 */
export const recordReference = (scope: Construct, name: string, value: string): void => {
  new CfnOutput(Stack.of(scope), `Uses${name}`, { value });
};
