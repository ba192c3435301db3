import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, Command, Option } from 'commander';
import { stackName } from '../stages/stage-names.ts';
import type { StageName } from '../stages/stage-settings.ts';
import { stages } from '../stages/stages.ts';
import { DeliveryError, requireAwsAccess, requireConcurrency, whyCdkFailed } from './aws-checks.ts';

/** Working directory of the CDK's command line, to which paths are relative. */
const project = fileURLToPath(new URL('../../', import.meta.url));

interface CdkOptions {
  readonly app?: string;
  readonly profile?: string;
  readonly dryRun?: boolean;
}

interface DeployOptions extends CdkOptions {
  readonly yes?: boolean;
  readonly outputsFile?: string;
  readonly despiteAlarms?: boolean;
}

/** `npm run deploy` and `npm run diff`: the CDK's command line, for the stacks of one stage. */
const program = new Command('npm run')
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

stageCommand('diff')
  .description('Shows what a deployment of a stage would change, and changes nothing.')
  .action((stage: StageName, options: CdkOptions) => runCdk('diff', stage, options, []));

stageCommand('deploy')
  .description('Deploys a stage to AWS. You are asked before permissions are widened.')
  .option('--yes', 'do not ask')
  .option('--outputs-file <file>', 'write the outputs of the stacks there, the address of the API among them')
  .addOption(
    new Option(
      '--despite-alarms',
      'look at no alarm: CodeDeploy refuses a deployment while one is raised, and takes it back when one rises',
    ).conflicts('app'),
  )
  .addHelpText(
    'after',
    `
Examples:
  $ npm run diff -- dev                     what would change
  $ npm run deploy -- dev
  $ npm run deploy -- prod --app cdk.out    the assembly that was tested
  $ npm run deploy -- prod --despite-alarms a remedy, while an alarm is raised
  $ npm run smoke -- https://…              then, whether it answers as it should

An account and region are prepared once by: npx cdk bootstrap`,
  )
  .action((stage: StageName, options: DeployOptions) =>
    runCdk('deploy', stage, options, [
      ...(options.despiteAlarms ? ['-c', 'despiteAlarms=true'] : []),
      ...(options.outputsFile === undefined ? [] : ['--outputs-file', options.outputsFile]),
      ...(options.yes ? ['--require-approval', 'never'] : []),
    ]),
  );

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof DeliveryError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** A command about one stage on AWS, with the options that both commands have. */
function stageCommand(name: string): Command {
  const deployed = Object.values(stages).flatMap((stage) => (stage.name === 'local' ? [] : [stage.name]));
  const command = program.command(name).usage('-- [options] <stage>');
  // Commander's own error would repeat the argument's value and name.
  const reject = (reason: string) => command.error(`error: ${reason}`);
  const parseStage = (text: string) => {
    if (text === 'local') {
      reject(`the stage local runs on one machine: npm start. Those on AWS are ${deployed.join(' and ')}.`);
    }
    return (
      deployed.find((each) => each === text) ??
      reject(
        `there is no stage ${text}. The stages are ${deployed.join(' and ')}; their settings are in infra/stages.`,
      )
    );
  };
  // The CDK would run anything else as a command.
  const parseAssembly = (folder: string) =>
    existsSync(join(resolve(project, folder), 'manifest.json'))
      ? folder
      : reject(`there is no assembly in ${folder}: it has no manifest.json. To make one: npm run synth`);
  return command
    .addArgument(new Argument('<stage>', 'dev or prod').argParser(parseStage))
    .addOption(
      new Option('--app <directory>', 'take this assembly as it is, instead of a fresh one').argParser(
        parseAssembly,
      ),
    )
    .option('--profile <name>', 'profile of your AWS configuration')
    .option('--dry-run', 'show the command, and run nothing');
}

/** Runs the CDK after checks of the account. Throws DeliveryError if a check or the run fails. */
async function runCdk(
  command: 'deploy' | 'diff',
  name: StageName,
  { app, profile, dryRun }: CdkOptions,
  more: readonly string[],
): Promise<void> {
  const args = [
    command,
    stackName({ name }, '*'),
    ...(app === undefined ? ['-c', `stage=${name}`, '--strict'] : ['--app', app]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...more,
  ];
  if (dryRun) {
    process.stdout.write(`npx cdk ${args.map(quoteForShell).join(' ')}\n`);
    return;
  }
  // For the checks, as the CDK itself gets the option.
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const stage = stages[name];
  await requireAwsAccess();
  if (command === 'deploy') await requireConcurrency(stage);
  const cdk = join(project, 'node_modules/aws-cdk/bin/cdk');
  const exit = await new Promise<number | string | null>((ended, failed) => {
    spawn(process.execPath, [cdk, ...args], { cwd: project, stdio: 'inherit' })
      .once('error', failed)
      .once('exit', (code, signal) => ended(signal ?? code));
  });
  if (exit === 0) return;
  // No reason is looked for if a signal ended the CDK.
  const reason = typeof exit === 'number' ? await whyCdkFailed(stage) : undefined;
  throw new DeliveryError(`cdk ended with ${exit}.${reason === undefined ? '' : `\n${reason}`}`);
}

function quoteForShell(argument: string): string {
  return /^[\w./:=@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
