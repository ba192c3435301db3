import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { bootstrapQualifier, stackName } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { DeliveryError, regionOf } from './aws-checks.ts';

/**
 * Checks that a deployed stage's stacks use current values from each other. If a stack is recreated, or one of its
 * resources is replaced, stacks whose own templates have not changed keep the old names: their alarms watch nothing,
 * and their policies refer to resources that no longer exist. Returns the outputs of all stacks by name. Throws
 * DeliveryError, whose message lists the outdated stacks and the remedy.
 */
export const requireCurrentReferences = async (
  stage: StageSettings,
): Promise<ReadonlyMap<string, string>> => {
  const stacks = await readStacks(stage);
  const presentValue = (stack: string, output: string) =>
    stacks.find(({ name }) => name === stack)?.outputs.get(output);
  const outdated = stacks.flatMap(({ name, references, outputs }) =>
    references
      .filter(({ output, otherStack, otherOutput }) => {
        const used = outputs.get(output);
        return used === undefined || used !== presentValue(otherStack, otherOutput);
      })
      .map((reference) => ({ name, ...reference })),
  );
  if (outdated.length === 0) return new Map(stacks.flatMap(({ outputs }) => [...outputs]));
  const referring = new Set(outdated.map(({ name }) => name));
  throw new DeliveryError(`${stage.name} is deployed, but stacks still use previous values from other stacks:
${outdated.map(({ name, otherStack, otherOutput }) => `  ${name}: ${otherOutput} of ${otherStack}`).join('\n')}
Create the referring stacks again (docs/operations.md, References between stacks):
  npx cdk destroy --exclusively -c stage=${stage.name} ${[...referring].join(' ')}
  npm run deploy -- ${stage.name}`);
};

const template = z.object({ Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}) });
const reference = z.strictObject({
  'Fn::GetStackOutput': z.looseObject({ StackName: z.string(), OutputName: z.string() }),
});

/**
 * Returns the name and outputs of each stack, and its references: the outputs that repeat a value of another stack (see
 * `recordReference`), each with the other stack's name and output.
 */
const readStacks = async (stage: StageSettings) => {
  const client = await lookupClient(stage);
  return Promise.all(
    ['Data', 'Publishing', 'Api', 'Watch', 'Portal'].map(async (part) => {
      const name = stackName(stage, part);
      const [{ TemplateBody = '' }, { Stacks = [] }] = await Promise.all([
        client.send(new GetTemplateCommand({ StackName: name, TemplateStage: 'Original' })),
        client.send(new DescribeStacksCommand({ StackName: name })),
      ]);
      const references = Object.entries(template.parse(JSON.parse(TemplateBody)).Outputs).flatMap(
        ([output, { Value }]) => {
          const found = reference.safeParse(Value).data?.['Fn::GetStackOutput'];
          return found ? [{ output, otherStack: found.StackName, otherOutput: found.OutputName }] : [];
        },
      );
      const outputs = (Stacks[0]?.Outputs ?? []).map(
        ({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue] as const,
      );
      return { name, references, outputs: new Map(outputs) };
    }),
  );
};

const assumed = z
  .object({ AccessKeyId: z.string(), SecretAccessKey: z.string(), SessionToken: z.string() })
  .transform(({ AccessKeyId, SecretAccessKey, SessionToken }) => ({
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
  }));

/**
 * Returns a client that uses the bootstrap's lookup role, because the deploying role has no permissions beyond the
 * bootstrap roles.
 */
const lookupClient = async (stage: StageSettings): Promise<CloudFormationClient> => {
  const sts = new STSClient(regionOf(stage));
  const caller = await sts.send(new GetCallerIdentityCommand());
  const account = stage.environment?.account ?? caller.Account;
  const region = await sts.config.region();
  const [, partition] = caller.Arn?.split(':') ?? [];
  const { Credentials } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: `arn:${partition}:iam::${account}:role/cdk-${bootstrapQualifier(stage)}-lookup-role-${account}-${region}`,
      RoleSessionName: 'waypost-references',
    }),
  );
  return new CloudFormationClient({ ...regionOf(stage), credentials: assumed.parse(Credentials) });
};
