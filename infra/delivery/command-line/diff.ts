import type { StageName } from '../../stages/stage-settings.ts';
import { stages } from '../../stages/stages.ts';
import { type CdkOptions, diffArguments } from './cdk-command.ts';
import { type CdkRun, runCdk } from './run-cdk.ts';
import { runProgram } from './run-program.ts';
import { stageProgram } from './stage-program.ts';

/** `npm run diff`: what a deployment would change. */
await runProgram(
  stageProgram('diff')
    .description('Shows what a deployment of a stage would change, and changes nothing.')
    .action((stage: StageName, options: CdkOptions & CdkRun) =>
      runCdk(stages[stage], diffArguments(stage, options), options),
    ),
);
