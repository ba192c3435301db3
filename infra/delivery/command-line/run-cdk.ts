import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { requireAwsAccess } from './aws-access.ts';
import { DeliveryError } from './delivery-error.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const commandLine = fileURLToPath(new URL('../../../node_modules/aws-cdk/bin/cdk', import.meta.url));

const bootstrapHint = `If the account and region have never been deployed to by the CDK, prepare them once:
  npx cdk bootstrap`;

const exit = z.tuple([z.int().nullable(), z.string().nullable()]);

export interface CdkRun {
  readonly profile?: string;
  /** Whether the command is shown instead of being run. */
  readonly dryRun?: boolean;
}

/** As a shell takes it. */
const quoted = (argument: string): string =>
  /^[\w./:=@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;

/**
 * Runs the CDK's command line of this project, once AWS can be asked and does not speak against it. Throws DeliveryError
 * where AWS cannot be asked, or the run fails.
 */
export const runCdk = async (
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
  if (code !== 0) throw new DeliveryError(`cdk ended with ${signal ?? code}.\n${bootstrapHint}`);
};
