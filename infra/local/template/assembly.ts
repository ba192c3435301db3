import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const assemblyManifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .looseObject({ templateFile: z.string().optional(), stackName: z.string().optional() })
        .optional(),
    }),
  ),
});

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
export type TemplateResource = z.infer<typeof resource>;

const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});

const assetManifest = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string().optional() }) })).default({}),
});

/** One synthesised stack: its template, and where the code of its functions lies. */
export interface SynthesisedStack extends z.infer<typeof template> {
  readonly stackName: string;
  /** Folder or file of an asset by the hash that names its object in the bootstrap bucket. */
  readonly assets: ReadonlyMap<string, string>;
}

const readJson = async <T>(schema: z.ZodType<T>, file: string): Promise<T> =>
  schema.parse(JSON.parse(await readFile(file, 'utf8')));

const readAssets = async (directory: string, stackId: string): Promise<ReadonlyMap<string, string>> => {
  const { files } = await readJson(assetManifest, join(directory, `${stackId}.assets.json`));
  return new Map(
    Object.entries(files).flatMap(([hash, { source }]) =>
      source.path === undefined ? [] : [[hash, join(directory, source.path)]],
    ),
  );
};

/** Reads a cloud assembly, the output of a synthesis, stack by stack. Throws where it is not one. */
export const readAssembly = async (directory: string): Promise<readonly SynthesisedStack[]> => {
  const { artifacts } = await readJson(assemblyManifest, join(directory, 'manifest.json'));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  return Promise.all(
    stacks.map(async ([id, { properties }]) => ({
      ...(await readJson(template, join(directory, properties?.templateFile ?? `${id}.template.json`))),
      stackName: properties?.stackName ?? id,
      assets: await readAssets(directory, id),
    })),
  );
};
