import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { noteFingerprint } from '../../../infra/local/assembly/synthesise.ts';

const template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});

type Properties = Readonly<Record<string, unknown>>;

/** Replaces properties of resources in a synthesised assembly, for which no synthesis has a setting. */
export const alterAssembly = async (
  assemblyDirectory: string,
  alter: (type: string, properties: Properties) => Properties,
): Promise<void> => {
  for await (const name of glob('*.template.json', { cwd: assemblyDirectory })) {
    const file = join(assemblyDirectory, name);
    const { Resources, ...rest } = template.parse(JSON.parse(await readFile(file, 'utf8')));
    const altered = Object.entries(Resources).map(([id, { Properties = {}, ...resource }]) => [
      id,
      { ...resource, Properties: alter(resource.Type, Properties) },
    ]);
    await writeFile(file, JSON.stringify({ ...rest, Resources: Object.fromEntries(altered) }));
  }
  await noteFingerprint(assemblyDirectory);
};
