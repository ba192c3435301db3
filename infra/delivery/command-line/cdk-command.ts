import { stackName } from '../../stages/stage-names.ts';
import type { StageName } from '../../stages/stage-settings.ts';

export interface CdkOptions {
  /** A synthesised assembly to be taken as it is; a fresh one is made where it is absent. */
  readonly app?: string;
  /** Of the machine's AWS configuration. */
  readonly profile?: string;
}

export interface DeployOptions extends CdkOptions {
  /** Whether nobody is asked before permissions are widened. */
  readonly yes?: boolean;
  /** A file for the outputs of the stacks: the address of the API is among them. */
  readonly outputsFile?: string;
  /** Whether new versions take over although alarms are raised. Goes with a fresh assembly alone, which says it. */
  readonly despiteAlarms?: boolean;
}

const assembly = (stage: StageName, { app }: CdkOptions): string[] =>
  app === undefined ? ['-c', `stage=${stage}`, '--strict'] : ['--app', app];

const named = (option: string, value: string | undefined): string[] =>
  value === undefined ? [] : [option, value];

/** All stacks of a stage, and no other stage's. */
const stacksOf = (stage: StageName): string => stackName({ name: stage }, '*');

/** What the CDK's command line is told in order to deploy a stage. */
export const deployArguments = (stage: StageName, options: DeployOptions): readonly string[] => [
  'deploy',
  stacksOf(stage),
  ...assembly(stage, options),
  ...(options.despiteAlarms ? ['-c', 'despiteAlarms=true'] : []),
  ...named('--profile', options.profile),
  ...named('--outputs-file', options.outputsFile),
  ...(options.yes ? ['--require-approval', 'never'] : []),
];

/** What the CDK's command line is told in order to show what a deployment of a stage would change. */
export const diffArguments = (stage: StageName, options: CdkOptions): readonly string[] => [
  'diff',
  stacksOf(stage),
  ...assembly(stage, options),
  ...named('--profile', options.profile),
];
