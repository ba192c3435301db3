import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, Command, Option } from 'commander';
import { stackName } from '../stages/stage-names.ts';
import type { StageName } from '../stages/stage-settings.ts';
import { stages } from '../stages/stages.ts';
import { DeliveryError, requireAwsAccess, requireConcurrency, whyCdkFailed } from './aws-checks.ts';
import { whyUnattended } from './delivery-settings.ts';
import { portalKeyNote } from './portal-key.ts';
import { requireCurrentReferences } from './weak-references.ts';

/** Working directory of the CDK CLI, to which paths are relative. */
const project = fileURLToPath(new URL('../../', import.meta.url));

const deployedStages = Object.values(stages).flatMap(({ name }) => (name === 'local' ? [] : [name]));

/** Options of the commands. The last three apply only to `deploy`. */
interface Options {
  readonly app?: string;
  readonly profile?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly outputsFile?: string;
  readonly despiteAlarms?: boolean;
}

/**
 * `npm run deploy`, `npm run diff` and `npm run deploy:check`: run the CDK CLI, or the reference check, for the stacks
 * of one stage.
 */
const program = new Command('npm run')
  .showHelpAfterError('(--help shows arguments and options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

stageCommand('diff')
  .description('Shows what a deployment of a stage would change.')
  .action((stage: StageName, options: Options) => runCdk('diff', stage, options));

stageCommand('deploy')
  .description('Deploys a stage to AWS. Asks before it widens permissions.')
  .option('--yes', 'do not ask')
  .option(
    '--outputs-file <file>',
    'write the outputs of the stacks to this file, including the address of the API',
  )
  .addOption(
    new Option(
      '--despite-alarms',
      'ignore alarms. Otherwise CodeDeploy rejects a deployment while an alarm is raised, and rolls it back if one ' +
        'is raised later',
    ).conflicts('app'),
  )
  .addHelpText(
    'after',
    `
Examples:
  $ npm run diff -- dev                     what would change
  $ npm run deploy -- dev
  $ npm run deploy -- prod --app cdk.out    the tested assembly
  $ npm run deploy -- prod --despite-alarms a fix, while an alarm is raised
  $ npm run smoke -- https://…              then test the deployed stage

Prepare each account and region once: docs/operations.md, Before the first deployment`,
  )
  .action((stage: StageName, options: Options) => runCdk('deploy', stage, options));

program
  .command('check')
  .usage('-- <stage>')
  .description(
    'Checks that the stacks of a deployed stage use current values from each other. deploy also does this.',
  )
  .addArgument(new Argument('<stage>', 'dev or prod').choices(deployedStages))
  .action(async (stage: StageName) => void (await requireCurrentReferences(stages[stage])));

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof DeliveryError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Creates a command that acts on one AWS stage, with the options that both commands share. */
function stageCommand(name: string): Command {
  const command = program.command(name).usage('-- [options] <stage>');
  // Commander's own error would repeat the argument's value and name.
  const reject = (reason: string) => command.error(`error: ${reason}`);
  const parseStage = (text: string) =>
    deployedStages.find((each) => each === text) ??
    reject(
      text === 'local'
        ? `the stage local runs on one machine: npm start. The stages on AWS are ${deployedStages.join(' and ')}.`
        : `unknown stage: ${text}. The stages are ${deployedStages.join(' and ')}; their settings are in infra/stages.`,
    );
  // If the value is not an assembly, the CDK CLI would run it as a command.
  const parseAssembly = (folder: string) =>
    existsSync(join(resolve(project, folder), 'manifest.json'))
      ? folder
      : reject(`there is no assembly in ${folder}: it has no manifest.json. Create one with: npm run synth`);
  return command
    .addArgument(new Argument('<stage>', 'dev or prod').argParser(parseStage))
    .addOption(
      new Option('--app <directory>', 'use this assembly as it is instead of a new one').argParser(
        parseAssembly,
      ),
    )
    .option('--profile <name>', 'profile in your AWS configuration')
    .option('--dry-run', 'show the command without running it');
}

/** Runs the CDK CLI after checking the account. Throws DeliveryError if a check or the run fails. */
async function runCdk(command: 'deploy' | 'diff', name: StageName, options: Options): Promise<void> {
  const { app, profile, outputsFile, despiteAlarms, yes } = options;
  const args = [
    command,
    stackName({ name }, '*'),
    ...(app === undefined ? ['-c', `stage=${name}`, '--strict'] : ['--app', app]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(despiteAlarms ? ['-c', 'despiteAlarms=true'] : []),
    ...(outputsFile === undefined ? [] : ['--outputs-file', outputsFile]),
    ...(yes ? ['--require-approval', 'never'] : []),
  ];
  if (options.dryRun) {
    process.stdout.write(`npx cdk ${args.map(quoteForShell).join(' ')}\n`);
    return;
  }
  // For the checks. The CDK CLI gets the option itself.
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const stage = stages[name];
  await requireAwsAccess();
  if (command === 'deploy') {
    await requireConcurrency(stage);
    const unattended = whyUnattended(stage);
    if (unattended !== undefined) throw new DeliveryError(unattended);
  }
  const cdk = join(project, 'node_modules/aws-cdk/bin/cdk');
  const exit = await new Promise<number | string | null>((ended, failed) => {
    spawn(process.execPath, [cdk, ...args], { cwd: project, stdio: 'inherit' })
      .once('error', failed)
      .once('exit', (code, signal) => ended(signal ?? code));
  });
  if (exit === 0) {
    if (command === 'deploy') {
      const outputs = await requireCurrentReferences(stage);
      const [portalUrl, apiUrl] = [outputs.get('PortalUrl'), outputs.get('ApiUrl')];
      const note = portalUrl && apiUrl && (await portalKeyNote(name, { portalUrl, apiUrl }));
      if (note) process.stdout.write(`${note}\n`);
    }
    return;
  }
  // If a signal stopped the CDK CLI, there is no fault to explain.
  const reason = typeof exit === 'number' ? await whyCdkFailed(stage) : undefined;
  throw new DeliveryError(`cdk ended with ${exit}.${reason === undefined ? '' : `\n${reason}`}`);
}

function quoteForShell(argument: string): string {
  return /^[\w./:=@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
