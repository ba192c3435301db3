import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { arnOf, functionArn, localAccount, localRegion } from './physical-names.ts';
import { type ResolvedResource, templateNumber, UnsupportedTemplate } from './resource.ts';

/** Reads the parts of a cloud assembly that the local stack uses, from all stacks. Throws UnsupportedTemplate. */
export const readAssembly = async (directory: string) => {
  const readJson = async <T>(schema: z.ZodType<T>, file: string): Promise<T> =>
    schema.parse(JSON.parse(await readFile(join(directory, file), 'utf8')));

  const { artifacts } = await readJson(assemblyManifest, 'manifest.json');
  const names = Object.keys(artifacts).filter((name) => artifacts[name]?.type === 'aws:cloudformation:stack');
  const stacks: Stack[] = [];
  /** Path of each asset's folder or file, by the hash in the asset's S3 key. */
  const assets = new Map<string, string>();
  for (const name of names) {
    stacks.push({ ...(await readJson(template, `${name}.template.json`)), name });
    const { files } = await readJson(assetManifest, `${name}.assets.json`);
    for (const [hash, { source }] of Object.entries(files)) assets.set(hash, join(directory, source.path));
  }
  const { resolve, nameOf } = resolver(stacks);
  const resources = stacks.flatMap((stack): ResolvedResource[] =>
    Object.entries(stack.Resources)
      .filter(([, { Type }]) => readTypes.test(Type))
      .map(([logicalId, { Type, Properties }]) => ({
        logicalId,
        name: nameOf(stack, logicalId),
        type: Type,
        properties: z.record(z.string(), z.unknown()).parse(resolve(stack, Properties)),
      })),
  );
  const outputs = stacks.flatMap((stack) =>
    Object.entries(stack.Outputs).map(
      ([key, { Value }]) => [key, text.parse(resolve(stack, Value))] as const,
    ),
  );
  return { resources, outputs: new Map(outputs), assets };
};

const assemblyManifest = z.object({ artifacts: z.record(z.string(), z.object({ type: z.string() })) });

const assetManifest = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string().default('') }) })).default({}),
});

const properties = z.record(z.string(), z.unknown()).default({});
const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: properties })),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});

type Stack = z.infer<typeof template> & { readonly name: string };

/** Types of resources whose properties the local stack uses. For other types, it uses only the names. */
const readTypes =
  /^AWS::(ApiGateway::|CloudFront::(Distribution|ResponseHeadersPolicy)$|DynamoDB::|S3::Bucket$|Lambda::(Alias|Function|EventInvokeConfig|EventSourceMapping)$|Scheduler::Schedule$|Events::(EventBus|Rule)$|SQS::Queue$)/;

const text = z.union([z.string(), z.number()]).transform(String);

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Region': localRegion,
  'AWS::AccountId': localAccount,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Resolves the intrinsic functions that CDK uses for this app. Throws UnsupportedTemplate for others. */
const resolver = (stacks: readonly Stack[]) => {
  const resolve = (stack: Stack, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => resolve(stack, item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, resolve(stack, item)] as const);
    const [[name, argument] = ['']] = entries;
    const isCall = entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'));
    return isCall ? call(stack, name, argument) : Object.fromEntries(entries);
  };

  /** Resolves a function whose `argument` has already been resolved. */
  const call = (stack: Stack, name: string, argument: unknown): unknown => {
    switch (name) {
      case 'Ref':
        return referenceTo(stack, text.parse(argument));
      case 'Fn::GetAtt':
        return attributeOf(stack, ...z.tuple([text, text]).parse(argument));
      case 'Fn::Join': {
        const [separator, parts] = z.tuple([text, z.array(text)]).parse(argument);
        return parts.join(separator);
      }
      case 'Fn::Sub':
        return text.parse(argument).replace(/\$\{([^!}]+)\}/g, (_, variable) => referenceTo(stack, variable));
      case 'Fn::Split': {
        const [separator, joined] = z.tuple([text, text]).parse(argument);
        return joined.split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = z.tuple([templateNumber, z.array(z.unknown())]).parse(argument);
        return list[index];
      }
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = z.object({ StackName: text, OutputName: text }).parse(argument);
        const other = stacks.find((each) => each.name === StackName);
        const output = other?.Outputs[OutputName];
        if (!other || !output) throw new UnsupportedTemplate(`no output ${OutputName} of ${StackName}`);
        return resolve(other, output.Value);
      }
      case 'Fn::ImportValue': {
        const exported = text.parse(argument);
        for (const other of stacks) {
          const output = Object.values(other.Outputs).find(({ Export }) => Export?.Name === exported);
          if (output) return resolve(other, output.Value);
        }
        throw new UnsupportedTemplate(`no stack exports ${exported}`);
      }
      default:
        throw new UnsupportedTemplate(`${name} is not supported on this machine`);
    }
  };

  const referenceTo = (stack: Stack, name: string): string => pseudoParameters[name] ?? nameOf(stack, name);

  const attributeOf = (stack: Stack, logicalId: string, attribute: string): string => {
    const name = nameOf(stack, logicalId);
    const arn = arnOf(resourceOf(stack, logicalId).Type, name);
    if (attribute === 'Arn') return arn;
    if (attribute === 'StreamArn') return `${arn}/stream/latest`;
    if (attribute === 'RootResourceId') return '/';
    // Other attributes, such as domain names, become placeholders, because nothing here needs their real values.
    return `${name}.${attribute}`;
  };

  /**
   * Returns the name in the template or, if there is none, a name built from the stack and the logical id, which is the
   * same on every start. An API resource's `Ref` is its logical id. An alias's `Ref` is its ARN.
   */
  const nameOf = (stack: Stack, logicalId: string): string => {
    const { Type, Properties } = resourceOf(stack, logicalId);
    const textOf = (property: string) => text.parse(resolve(stack, Properties[property]));
    if (Type === 'AWS::Lambda::Alias') return `${functionArn(textOf('FunctionName'))}:${textOf('Name')}`;
    const isPlain = Type === 'AWS::Events::EventBus' || Type === 'AWS::Scheduler::Schedule';
    const nameProperty = isPlain ? 'Name' : `${Type.split('::')[2]}Name`;
    if (Properties[nameProperty] !== undefined) return textOf(nameProperty);
    // Two stacks may have a store with the same logical id.
    if (Type === 'AWS::S3::Bucket') return `${stack.name}-${logicalId}`.toLowerCase().slice(0, 63);
    const isStore = Type === 'AWS::DynamoDB::Table' || Type === 'AWS::SQS::Queue';
    return isStore ? `${stack.name}-${logicalId}` : logicalId;
  };

  const resourceOf = (stack: Stack, logicalId: string) => {
    const resource = stack.Resources[logicalId];
    if (resource) return resource;
    throw new UnsupportedTemplate(`${stack.name} has no resource ${logicalId}`);
  };

  return { resolve, nameOf };
};
