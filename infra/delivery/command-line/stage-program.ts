import { Argument, Command } from 'commander';
import { deployedStage } from './deployed-stage.ts';

/** A command of npm about one stage on AWS, with what all of them take. */
export const stageProgram = (name: string): Command =>
  new Command(`npm run ${name} --`)
    .addArgument(new Argument('<stage>', 'dev or prod').argParser(deployedStage))
    .option('--app <directory>', 'take this assembly as it is, instead of a fresh one')
    .option('--profile <name>', 'profile of your AWS configuration')
    .option('--dry-run', 'show the command, and run nothing')
    .showHelpAfterError('(--help shows what there is)');
