import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Permits these actions on these resources, in a statement of their own. */
export const allow = (
  { grantPrincipal }: IGrantable,
  actions: readonly string[],
  ...resources: readonly string[]
): void => {
  grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({ actions: [...actions], resources: [...resources] }),
  );
};
