import { Option } from 'commander';
import type { StageName } from '../../stages/stage-settings.ts';
import { stages } from '../../stages/stages.ts';
import { type DeployOptions, deployArguments } from './cdk-command.ts';
import { requireConcurrency } from './concurrency-quota.ts';
import { type CdkRun, runCdk } from './run-cdk.ts';
import { runProgram } from './run-program.ts';
import { stageProgram } from './stage-program.ts';

const examples = `
Examples:
  $ npm run diff -- dev                     what would change
  $ npm run deploy -- dev
  $ npm run deploy -- prod --app cdk.out    the assembly that was tested
  $ npm run deploy -- prod --despite-alarms a remedy, while an alarm is raised
  $ npm run smoke -- https://…              then, whether it answers as it should

An account and region are prepared once by: npx cdk bootstrap`;

/** `npm run deploy`: the stacks of one stage, by the CDK's command line. */
await runProgram(
  stageProgram('deploy')
    .description('Deploys a stage to AWS. You are asked before permissions are widened.')
    .option('--yes', 'do not ask')
    .option(
      '--outputs-file <file>',
      'write the outputs of the stacks there, the address of the API among them',
    )
    .addOption(
      new Option(
        '--despite-alarms',
        'look at no alarm: CodeDeploy refuses a deployment while one is raised, and takes it back when one rises',
      ).conflicts('app'),
    )
    .addHelpText('after', examples)
    .action((stage: StageName, options: DeployOptions & CdkRun) =>
      runCdk(stages[stage], deployArguments(stage, options), options, () =>
        requireConcurrency(stages[stage], options.profile),
      ),
    ),
);
