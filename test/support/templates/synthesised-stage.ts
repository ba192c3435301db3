import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import * as z from 'zod';
import settings from '../../../cdk.json' with { type: 'json' };
import type { PortalContent } from '../../../infra/constructs/portal/portal-upload.ts';
import { addStage } from '../../../infra/stacks/stage-stacks.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';

const resource = z.object({
  Type: z.string(),
  Properties: z.looseObject({}).default({}),
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

/** Portal content with one unbuilt file, and one document that contains the API's address. */
export const unbuiltPortal: PortalContent = {
  files: Source.data('index.html', 'the portal'),
  siteFiles: ({ origin, isListed, hasOutlets, contacts }) => ({
    'robots.txt': `${isListed ? 'Allow' : 'Disallow'}: /\nSitemap: ${origin}/sitemap.xml${hasOutlets ? ' and outlets' : ''}`,
    'llms.txt': `Ask ${contacts.contact ?? 'nobody'}`,
  }),
  openApiDocuments: (api) => ({ 'locations-v3': { servers: [{ url: `${api}/locations/v3` }] } }),
};

const synthesise = (stage: StageSettings, context: Readonly<Record<string, string>>) => {
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
    /** Names are without the prefix of the stage. */
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

/** Reads a stage if this test run has already synthesised it, because a synthesis takes a second. */
const synthesisOf = (stage: StageSettings, context: Readonly<Record<string, string>> = {}) => {
  // In watch mode, the sources change.
  if (process.env.VITEST_MODE !== 'RUN') return synthesise(stage, context);
  const name = JSON.stringify([stage, context]);
  const file = join(folder, createHash('sha256').update(name).digest('hex'));
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(synthesise(stage, context)));
    renameSync(unfinished, file);
  }
  const result: ReturnType<typeof synthesise> = JSON.parse(readFileSync(file, 'utf8'));
  return result;
};

/** Returns a stage's templates, which the caller may change. The code of each function is the name of its file. */
export const synthesiseStage = (stage: StageSettings, context?: Readonly<Record<string, string>>) =>
  synthesisOf(stage, context).templates;

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

/** Returns the attribute that another stack exports under this name. */
const attributeOf = (name: string): string =>
  name.replace(
    /^(?:PublishOutput|.+:ExportsOutput)FnGetAtt(.+)[0-9A-F]{8}(Arn|StreamArn)[0-9A-F]{8}$/,
    '$1.$2',
  );

const templateText = z.union([
  z.string(),
  z.strictObject({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z
    .strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
    .transform(({ 'Fn::GetAtt': path }) => path.join('.')),
  z
    .strictObject({ 'Fn::GetStackOutput': z.object({ OutputName: z.string() }) })
    .transform(({ 'Fn::GetStackOutput': { OutputName } }) => attributeOf(OutputName)),
  z
    .strictObject({ 'Fn::ImportValue': z.string() })
    .transform(({ 'Fn::ImportValue': name }) => attributeOf(name)),
  z
    .strictObject({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) })
    .transform(({ 'Fn::Join': [, parts] }): string => parts.map(describeText).join('')),
]);

/** Returns a template's text with the ids to which it refers, or as JSON if its form is unknown. */
export const describeText = (value: unknown): string =>
  templateText.safeParse(value).data ?? JSON.stringify(value);
