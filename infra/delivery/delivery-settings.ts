import * as z from 'zod';
import type { StageSettings } from '../stages/stage-settings.ts';
import { stages } from '../stages/stages.ts';

const stageNames = Object.keys(stages);

const deliverySettings = z.object({
  /**
   * The repository's name in GitHub's tokens: `OWNER/NAME`, or `OWNER@12345/NAME@67890` for a repository created in
   * July 2026 or later. To find out, run `gh api repos/OWNER/NAME/actions/oidc/customization/sub`.
   */
  repository: z
    .string('is missing')
    .regex(/^[\w.-]+(@\d+\/[\w.-]+@\d+|\/[\w.-]+)$/, 'must be OWNER/NAME, or OWNER@12345/NAME@67890'),
  /** The repository's numeric id, which identifies it even if another repository later gets its name. */
  repositoryId: z
    .string('is missing')
    .regex(/^[1-9]\d*$/, 'must be the number that `gh api repos/OWNER/NAME --jq .id` prints'),
  /** The branch whose commits are delivered. */
  branch: z
    .string()
    .regex(/^[\w.][\w./-]*$/, 'must be the name of a branch')
    .default('main'),
  /** ARN of the account's OIDC provider for GitHub. An account can have only one. */
  oidcProviderArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/,
      "must be the ARN of the account's provider for token.actions.githubusercontent.com",
    )
    .optional(),
  /** ARN of a confirmed connection to GitHub. The app contains the pipeline only if this setting is given. */
  connectionArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:(codeconnections|codestar-connections):[a-z0-9-]+:\d{12}:connection\/[0-9a-f-]{36}$/,
      'must be the ARN of a CodeConnections connection',
    )
    .optional(),
  /** Comma-separated names of the stages that have published data. Their smoke tests fail if the network is missing. */
  published: z
    .string()
    .regex(
      new RegExp(`^(${stageNames.join('|')})(,(${stageNames.join('|')}))*$`),
      `must be a comma-separated list of stages (${stageNames.join(', ')})`,
    )
    .optional(),
});
export type DeliverySettings = z.infer<typeof deliverySettings>;

const remedy = `Pass them as context with -c, or keep them in cdk.json:
  -c repository=OWNER/NAME                 whose environments dev and prod may deploy
  -c repositoryId=NUMBER                   of the repository: gh api repos/OWNER/NAME --jq .id
  -c branch=main                           branch to deliver
  -c oidcProviderArn=arn:aws:iam::…        GitHub's provider, if the account has one already: it can have only one
  -c stage=prod                            only this stage's policies and role, if stages have their own accounts
  -c connectionArn=arn:aws:codeconnections:…  adds the CodePipeline pipeline
  -c published=dev,prod                    stages that have published before: their smoke tests fail without a network`;

/** A delivery setting is missing or wrong. */
export class WrongDeliverySettings extends Error {
  override readonly name = 'WrongDeliverySettings';
}

/** Reads the settings from an app's context. Throws WrongDeliverySettings, which lists all faults and the remedy. */
export const deliverySettingsOf = (contextOf: (name: string) => unknown): DeliverySettings => {
  const given = Object.keys(deliverySettings.shape).map((name) => [name, contextOf(name)]);
  const { data, error } = deliverySettings.safeParse(Object.fromEntries(given));
  if (data) return data;
  const faults = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  throw new WrongDeliverySettings(
    ['The delivery settings are missing or wrong:', ...faults, remedy].join('\n'),
  );
};

/** Returns the CDK CLI arguments that pass these settings to a synthesis. */
export const contextArguments = (settings: DeliverySettings): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [`-c ${name}=${value}`]));

/** Returns `OWNER/NAME` for a repository, which may be given as `OWNER@12345/NAME@67890`. */
export const plainName = (repository: string): string => repository.replace(/@\d+/g, '');

/**
 * Returns why a stage must not be deployed: it serves clients, but its alarms would notify nobody. Returns undefined if
 * it may be deployed. Synthesis does not check this, so that the stage can be tested before anybody is on duty.
 */
export const whyUnattended = ({ name, alarmEmails }: StageSettings): string | undefined =>
  name === 'prod' && Object.values(alarmEmails).some((addresses) => addresses.length === 0)
    ? `${name} lacks an address for pages or tickets, so nobody would learn of a failure. Set alarmEmails of ${name} in infra/stages/stages.ts.`
    : undefined;
