import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Adds an output, such as `UsesImportRule`, that repeats a value of another stack in the stack that uses it.
 * CloudFormation resolves a weak reference only when it updates the referring stack, so each deployment compares this
 * output with the current value.
 */
export const recordReference = (scope: Construct, name: string, value: string): void => {
  new CfnOutput(Stack.of(scope), `Uses${name}`, { value });
};
