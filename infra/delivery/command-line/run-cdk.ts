import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { requireAwsAccess } from './aws-access.ts';
import { DeliveryError } from './delivery-error.ts';
import { project } from './project.ts';
import { whyCdkFailed } from './why-cdk-failed.ts';

const commandLine = fileURLToPath(new URL('../../../node_modules/aws-cdk/bin/cdk', import.meta.url));

const exit = z.tuple([z.int().nullable(), z.string().nullable()]);

export interface CdkRun {
  readonly profile?: string;
  /** Whether the command is shown instead of being run. */
  readonly dryRun?: boolean;
}

/** As a shell takes it. */
const quoted = (argument: string): string =>
  /^[\w./:=@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;

/** What the CDK ended with, and why where AWS knows; nothing is asked where a person ended it. */
const failure = async (stage: StageSettings, ending: string | number | null, profile?: string) => {
  const why = typeof ending === 'number' ? await whyCdkFailed(stage, profile) : undefined;
  return new DeliveryError([`cdk ended with ${ending}.`, ...(why === undefined ? [] : [why])].join('\n'));
};

/**
 * Runs the CDK's command line of this project for a stage, once AWS can be asked and does not speak against it. Throws DeliveryError
 * where AWS cannot be asked, or the run fails.
 */
export const runCdk = async (
  stage: StageSettings,
  args: readonly string[],
  { profile, dryRun }: CdkRun,
  askAws?: () => Promise<void>,
): Promise<void> => {
  if (dryRun) {
    process.stdout.write(`npx cdk ${args.map(quoted).join(' ')}\n`);
    return;
  }
  await requireAwsAccess(profile);
  await askAws?.();
  const cdk = spawn(process.execPath, [commandLine, ...args], { cwd: project, stdio: 'inherit' });
  const [code, signal] = exit.parse(await once(cdk, 'exit'));
  if (code !== 0) throw await failure(stage, signal ?? code, profile);
};
