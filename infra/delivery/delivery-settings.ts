import * as z from 'zod';
import { stages } from '../stages/stages.ts';

/** Owner and name, each with GitHub's number of it where the repository's tokens carry them. */
const repositoryForm = /^[\w.-]+(@\d+\/[\w.-]+@\d+|\/[\w.-]+)$/;

const deliverySettings = z.object({
  /**
   * The repository on GitHub as its tokens name it: `OWNER/NAME`, or `OWNER@12345/NAME@67890` for a repository of July
   * 2026 or later. `gh api repos/OWNER/NAME/actions/oidc/customization/sub` says which.
   */
  repository: z.string('is missing').regex(repositoryForm, 'must be OWNER/NAME, or OWNER@12345/NAME@67890'),
  /** What is delivered. */
  branch: z
    .string()
    .regex(/^[\w.][\w./-]*$/, 'must be the name of a branch')
    .default('main'),
  /** GitHub's provider where the account has one: it can have one alone. */
  oidcProviderArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/,
      "must be the ARN of the account's provider for token.actions.githubusercontent.com",
    )
    .optional(),
  /** The pipeline of AWS is there where this is given: a connection to GitHub that somebody has confirmed. */
  connectionArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:(codeconnections|codestar-connections):[a-z0-9-]+:\d{12}:connection\/[0-9a-f-]{36}$/,
      'must be the ARN of a connection of CodeConnections',
    )
    .optional(),
  /** Names of the stages that have published before, between commas: their smoke tests fail where the network is gone. */
  published: z
    .string()
    .regex(/^[a-z]+(,[a-z]+)*$/, 'must be names of stages between commas, such as dev,prod')
    .refine((names) => names.split(',').every((name) => name in stages), {
      error: `must name stages, of which there are ${Object.keys(stages).join(', ')}`,
      abort: true,
    })
    .optional(),
  /** Of the bootstrap stack that deploys. */
  qualifier: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/, 'must be the qualifier of the bootstrap stack')
    .default('hnb659fds'),
});
export type DeliverySettings = z.infer<typeof deliverySettings>;

/** The qualifier has the CDK's own name for it, by which the stages' stacks know it too. */
const contextName = (setting: string): string =>
  setting === 'qualifier' ? '@aws-cdk/core:bootstrapQualifier' : setting;

const wayOut = `Give them as context, once by -c or for good in cdk.json:
  -c repository=OWNER/NAME                 whose environments dev and prod may deploy
  -c branch=main                           what is delivered
  -c oidcProviderArn=arn:aws:iam::…        GitHub's provider, where the account has it already: it can have one alone
  -c stage=prod                            GitHub's role is for one stage, where stages have accounts of their own
  -c connectionArn=arn:aws:codeconnections:…  adds the pipeline of AWS
  -c published=dev,prod                    stages that have published before, whose smoke tests then want a network`;

/** Delivery's settings were given wrongly, or not at all. */
export class WrongDeliverySettings extends Error {
  override readonly name = 'WrongDeliverySettings';
}

/** Reads the settings from the context of an app. Throws WrongDeliverySettings, which says what is missing and how to give it. */
export const deliverySettingsOf = (contextOf: (name: string) => unknown): DeliverySettings => {
  const given = Object.keys(deliverySettings.shape).map((name) => [name, contextOf(contextName(name))]);
  const { data, error } = deliverySettings.safeParse(Object.fromEntries(given));
  if (data) return data;
  const faults = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  throw new WrongDeliverySettings(
    ['The settings of the delivery are incomplete:', ...faults, wayOut].join('\n'),
  );
};

/** What the command line of the CDK is given, so that a synthesis has these settings. */
export const contextArguments = (settings: DeliverySettings): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`-c ${contextName(name)}=${value}`],
  );

/** Names of the stages that have published before. */
export const publishedStages = ({ published }: DeliverySettings): ReadonlySet<string> =>
  new Set(published?.split(','));

/** `OWNER/NAME`, without the numbers. */
export const repositoryName = ({ repository }: DeliverySettings): string => repository.replace(/@\d+/g, '');
