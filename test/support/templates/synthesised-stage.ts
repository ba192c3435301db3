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

const synthesise = (stage: StageSettings, context: Readonly<Record<string, string>>) => {
  const app = new App({
    context: { ...settings.context, ...context },
    analyticsReporting: false,
    // `npm run synth` validates what is deployed. Validation here would take most of the time.
    builtinCloudFormationValidation: false,
  });
  const portal = stage.name === 'local' ? undefined : unbuiltPortal;
  addStage(app, stage, { codeOf: (handler) => Code.fromInline(`// ${handler}`), portal });
  const templateOf = (name: string) =>
    parseTemplate(app.synth().stacks.find(({ stackName }) => stackName.endsWith(name))?.template);
  return {
    data: templateOf('-Data'),
    api: templateOf('-Api'),
    publishing: templateOf('-Publishing'),
    watch: templateOf('-Watch'),
    portal: templateOf('-Portal'),
  };
};

const made = new Map<string, ReturnType<typeof synthesise>>();

/**
 * Synthesises the templates of a stage, which the caller may change. Handlers are not bundled: the code of each
 * function is the name of its handler file.
 */
export const synthesiseStage = (stage: StageSettings, context: Readonly<Record<string, string>> = {}) => {
  const name = JSON.stringify([stage, context]);
  const templates = made.get(name) ?? synthesise(stage, context);
  made.set(name, templates);
  return structuredClone(templates);
};

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
