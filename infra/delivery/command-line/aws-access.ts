import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DeliveryError, reasonOf } from './delivery-error.ts';

const region = `No region of AWS is named. Say where the stage is to be:
  export AWS_REGION=ap-southeast-2      or a region in your profile (aws configure)`;

const credentials = (reason: string) => `No credentials for AWS: ${reason}
  aws sso login --profile NAME          then --profile NAME, or export AWS_PROFILE=NAME
  aws configure                         for keys of your own
A workflow on GitHub has them by its role: see the environment's variable AWS_DEPLOY_ROLE_ARN.`;

/**
 * Looks for a region and for credentials where the CDK's command line will look: variables, the profile, the machine's
 * role. Throws DeliveryError, which says how to give what is missing.
 */
export const requireAwsAccess = async (profile?: string): Promise<void> => {
  const client = new CloudFormationClient(profile === undefined ? {} : { profile });
  try {
    await client.config.region().catch(() => {
      throw new DeliveryError(region);
    });
    await client.config.credentials().catch((error: unknown) => {
      throw new DeliveryError(credentials(reasonOf(error)));
    });
  } finally {
    client.destroy();
  }
};
