import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Deployment, readDeployment } from '../../../../infra/local/template/deployment.ts';
import { UnsupportedTemplate } from '../../../../infra/local/template/resource.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { synthesiseStage } from '../../../support/templates/synthesised-stage.ts';
import { newDirectory } from '../new-directory.ts';

/**
 * Names a resource of the local stage by its type without `AWS::` and the beginning of its logical ID, for example
 * `S3::Bucket Published`. Without a beginning, it is the first resource of the type.
 */
type ResourceName = string;

/** Changed properties of resources. */
export type Changes = Readonly<Record<ResourceName, Readonly<Record<string, unknown>>>>;

const stacks = Object.entries(synthesiseStage(stages.local)).map(([key, { Resources, Outputs }]) => {
  const name = `Waypost-Local-${key.replace(/^./, (letter) => letter.toUpperCase())}`;
  const exported = Object.entries(Outputs).map(([output, { Value }]) => [
    output,
    { Value, Export: { Name: `${name}:${output}` } },
  ]);
  return { name, Resources, Outputs: Object.fromEntries(exported) };
});

const find = (name: ResourceName) => {
  const [type, start = ''] = name.split(' ');
  for (const { Resources } of stacks)
    for (const [logicalId, resource] of Object.entries(Resources))
      if (resource.Type === `AWS::${type}` && logicalId.startsWith(start)) return { logicalId, resource };
  throw new Error(`the local stage has no ${name}`);
};

/** Returns the properties of an unchanged resource. */
export const propertiesOf = (name: ResourceName) => find(name).resource.Properties;

export const ref = (name: ResourceName) => ({ Ref: find(name).logicalId });

/** Functions have no code, unless the changes contain `codeInAssembly`. */
export const codeInAssembly = { Code: { S3Key: 'abc123.zip' } };

/** Reads the deployment of the local stage, with changed and with added resources. */
export const deploymentWith = async (changes: Changes = {}, added: object = {}): Promise<Deployment> => {
  const directory = await newDirectory();
  const changed = new Map<string, object>();
  for (const [name, properties] of Object.entries(changes)) {
    const { logicalId, resource } = find(name);
    const Properties = { ...resource.Properties, ...properties };
    changed.set(logicalId, { ...resource, Properties });
  }
  const stackType = { type: 'aws:cloudformation:stack' };
  const artifacts = Object.fromEntries(stacks.map(({ name }) => [name, stackType]));
  const write = (file: string, content: object) => writeFile(join(directory, file), JSON.stringify(content));
  await write('manifest.json', { artifacts: { ...artifacts, Tree: { type: 'cdk:tree' } } });
  for (const { name, Resources, Outputs } of stacks) {
    const resources = Object.entries({ ...Resources, ...(name.endsWith('-Api') && added) });
    const withChanges = resources.map(([id, resource]) => [id, changed.get(id) ?? resource]);
    await write(`${name}.template.json`, { Resources: Object.fromEntries(withChanges), Outputs });
    await write(`${name}.assets.json`, { files: { abc123: { source: { path: 'asset.abc123' } } } });
  }
  return readDeployment(directory);
};

/** A change to a resource, and a pattern for the reason in the error. */
export type Rejected = readonly [name: ResourceName, changed: Changes[string], why: RegExp];

export const expectRejected = async ([name, changed, why]: Rejected) => {
  const reading = deploymentWith({ [name]: changed });
  await expect(reading).rejects.toThrow(UnsupportedTemplate);
  await expect(reading).rejects.toThrow(new RegExp(`^${find(name).logicalId}\\b`));
  await expect(reading).rejects.toThrow(why);
};
