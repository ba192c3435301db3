import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DeliveryError, reasonOf } from './delivery-error.ts';

const region = `No region of AWS is named. Say where the stage is to be:
  export AWS_REGION=ap-southeast-2      or a region in your profile (aws configure)`;

const credentials = (reason: string) => `No credentials for AWS: ${reason}
  aws sso login --profile NAME          then --profile NAME, or export AWS_PROFILE=NAME
  aws configure                         for keys of your own
A workflow on GitHub has them by its role: see the environment's variable AWS_DEPLOY_ROLE_ARN.`;

/** The SDK itself says the same of a profile that is not there as of none at all. */
const noProfile = (
  profile: string,
) => `Your AWS configuration has no profile ${profile}, or no credentials by it.
  aws configure list-profiles           shows those there are
  aws sso login --profile ${profile}    where it needs that`;

const foundNowhere = /^Could not load credentials from any providers/;

const refusalOf = (error: unknown, profile: string | undefined): DeliveryError => {
  const reason = reasonOf(error);
  return new DeliveryError(
    profile !== undefined && foundNowhere.test(reason) ? noProfile(profile) : credentials(reason),
  );
};

/**
 * Looks for a region and for credentials where the CDK's command line will look: variables, the profile, the machine's
 * role. Throws DeliveryError, which says how to give what is missing.
 */
export const requireAwsAccess = async (profile?: string): Promise<void> => {
  const client = new CloudFormationClient(profile === undefined ? {} : { profile });
  try {
    const named = (profile ?? process.env.AWS_PROFILE) || undefined;
    const hasRegion = await client.config.region().then(
      () => true,
      () => false,
    );
    // A profile that is not there has no region either: that is not what is wrong with it.
    if (!hasRegion && named === undefined) throw new DeliveryError(region);
    await client.config.credentials().catch((error: unknown) => {
      throw refusalOf(error, named);
    });
    if (!hasRegion) throw new DeliveryError(region);
  } finally {
    client.destroy();
  }
};
