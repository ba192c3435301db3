import { Argument, Command, Option } from 'commander';
import { isAssembly } from './assembly-folder.ts';
import { deployedStage, whyNotDeployed } from './deployed-stage.ts';

const wrongUsage = 2;

/** A command of npm about one stage on AWS, with what all of them take. Ends with 2 where it is given wrongly. */
export const stageProgram = (name: string): Command => {
  const program = new Command(`npm run ${name} --`);
  // An error of commander's own would go on about the argument's value and name.
  const refuse = (why: string) => program.error(`error: ${why}`);
  const assembly = (folder: string): string =>
    isAssembly(folder)
      ? folder
      : refuse(`there is no assembly in ${folder}: it has no manifest.json. To make one: npm run synth`);
  return program
    .addArgument(
      new Argument('<stage>', 'dev or prod').argParser(
        (text) => deployedStage(text) ?? refuse(whyNotDeployed(text)),
      ),
    )
    .addOption(
      new Option('--app <directory>', 'take this assembly as it is, instead of a fresh one').argParser(
        assembly,
      ),
    )
    .option('--profile <name>', 'profile of your AWS configuration')
    .option('--dry-run', 'show the command, and run nothing')
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage));
};
