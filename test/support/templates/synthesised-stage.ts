import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import settings from '../../../cdk.json' with { type: 'json' };
import { addStage } from '../../../infra/stacks/stage-stacks.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { unbuiltPortal } from '../portal-content.ts';

const properties = z.looseObject({});
const resource = z.object({
  Type: z.string(),
  Properties: properties.default({}),
  DependsOn: z.array(z.string()).optional(),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  UpdatePolicy: z.unknown().optional(),
});
const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});
export type SynthesisedTemplate = z.infer<typeof template>;
export type SynthesisedResource = z.infer<typeof resource>;

export const parseTemplate = (text: unknown): SynthesisedTemplate => template.parse(text);

/** Names are without the prefix of the stage. */
const deployedStack = z.object({
  name: z.string(),
  terminationProtection: z.boolean(),
  dependencies: z.array(z.string()),
});

const synthesised = z.object({
  stacks: z.array(deployedStack),
  templates: z.object({
    data: template,
    api: template,
    publishing: template,
    watch: template,
    portal: template,
  }),
});
type SynthesisedStage = z.infer<typeof synthesised>;

const synthesise = (stage: StageSettings, context: Readonly<Record<string, string>>): SynthesisedStage => {
  const app = new App({
    context: { ...settings.context, ...context },
    analyticsReporting: false,
    // `npm run synth` validates what is deployed. Validation here would take most of the time.
    builtinCloudFormationValidation: false,
  });
  const portal = stage.name === 'local' ? undefined : unbuiltPortal;
  addStage(app, stage, { codeOf: (handler) => Code.fromInline(`// ${handler}`), portal });
  const { stacks } = app.synth();
  const templateOf = (name: string) =>
    parseTemplate(stacks.find(({ stackName }) => stackName.endsWith(name))?.template);
  const lastWord = (name: string) => name.replace(/^.*-/, '');
  const names = new Set(stacks.map(({ stackName }) => lastWord(stackName)));
  return {
    stacks: stacks.map(({ stackName, terminationProtection = false, dependencies }) => ({
      name: lastWord(stackName),
      terminationProtection,
      dependencies: dependencies.map(({ id }) => lastWord(id)).filter((name) => names.has(name)),
    })),
    templates: {
      data: templateOf('-Data'),
      api: templateOf('-Api'),
      publishing: templateOf('-Publishing'),
      watch: templateOf('-Watch'),
      portal: templateOf('-Portal'),
    },
  };
};

/** Folder of the stages that any process of this test run has synthesised. CDK's folders have this prefix, too. */
const folder = join(tmpdir(), 'cdk.out.templates');

/** Reads a stage that this test run has already synthesised, because a synthesis takes a second. */
const synthesiseOnce = (...stage: Parameters<typeof synthesise>): SynthesisedStage => {
  // In watch mode, the sources change.
  if (process.env.VITEST_MODE !== 'RUN') return synthesise(...stage);
  const file = join(folder, createHash('sha256').update(JSON.stringify(stage)).digest('hex'));
  if (existsSync(file)) return synthesised.parse(JSON.parse(readFileSync(file, 'utf8')));
  const result = synthesise(...stage);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(result));
  renameSync(unfinished, file);
  return result;
};

const made = new Map<string, SynthesisedStage>();

const synthesisOf = (stage: StageSettings, context: Readonly<Record<string, string>> = {}) => {
  const name = JSON.stringify([stage, context]);
  const found = made.get(name) ?? synthesiseOnce(stage, context);
  made.set(name, found);
  return found;
};

/** Returns a stage's templates, which the caller may change. The code of each function is the name of its file. */
export const synthesiseStage = (stage: StageSettings, context?: Readonly<Record<string, string>>) =>
  structuredClone(synthesisOf(stage, context).templates);

/** Returns the stacks of a stage on AWS in the order of their deployment. */
export const stacksOf = (stage: StageSettings) => synthesisOf(stage).stacks;

export const resourcesOfType = (
  { Resources }: SynthesisedTemplate,
  type: string,
): ReadonlyMap<string, SynthesisedResource> =>
  new Map(Object.entries(Resources).filter(([, { Type }]) => Type === type));

export const propertiesOf = (
  template: SynthesisedTemplate,
  type: string,
): readonly SynthesisedResource['Properties'][] =>
  [...resourcesOfType(template, type).values()].map(({ Properties }) => Properties);
