import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { noteContents } from '../../../infra/local/assembly/made-assembly.ts';

/** Requests per second beyond any machine. */
const unreached = 10_000_000;

const template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});

const withoutLimits = (type: string, properties: Record<string, unknown>): Record<string, unknown> => {
  if (type === 'AWS::ApiGateway::UsagePlan') {
    return { ...properties, Throttle: { RateLimit: unreached, BurstLimit: unreached } };
  }
  if (type !== 'AWS::ApiGateway::Stage') return properties;
  const settings = z.array(z.looseObject({})).parse(properties.MethodSettings ?? []);
  return {
    ...properties,
    MethodSettings: settings.map((setting) => ({
      ...setting,
      ThrottlingRateLimit: unreached,
      ThrottlingBurstLimit: unreached,
    })),
  };
};

/** Raises the plans and the throttle of methods in a synthesised assembly, so that a load measures the machine. */
export const liftLimits = async (assemblyDirectory: string): Promise<void> => {
  for await (const name of glob('*.template.json', { cwd: assemblyDirectory })) {
    const file = join(assemblyDirectory, name);
    const { Resources, ...rest } = template.parse(JSON.parse(await readFile(file, 'utf8')));
    const lifted = Object.entries(Resources).map(([id, resource]) => [
      id,
      resource.Properties
        ? { ...resource, Properties: withoutLimits(resource.Type, resource.Properties) }
        : resource,
    ]);
    await writeFile(file, JSON.stringify({ ...rest, Resources: Object.fromEntries(lifted) }));
  }
  await noteContents(assemblyDirectory);
};
