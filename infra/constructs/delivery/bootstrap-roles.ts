import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** Bootstrap roles that a deployment of files and templates assumes; no images are published. */
const kinds = ['deploy', 'file-publishing', 'lookup'];

/**
 * Returns the ARNs of the bootstrap roles that deploy these stages; stages without an account or region use the stack's
 * own.
 */
export const bootstrapRoleArns = (
  scope: Construct,
  qualifier: string,
  stages: readonly StageSettings[],
): readonly string[] => {
  const { partition, account: ownAccount, region: ownRegion } = Stack.of(scope);
  const arns = stages.flatMap(({ environment: { account, region } = {} }) => {
    const [there, where] = [account ?? ownAccount, region ?? ownRegion];
    return kinds.map(
      (kind) => `arn:${partition}:iam::${there}:role/cdk-${qualifier}-${kind}-role-${there}-${where}`,
    );
  });
  return [...new Set(arns)];
};
