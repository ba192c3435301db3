import * as z from 'zod';
import { readAssembly, type SynthesisedStack } from './assembly.ts';
import type { DeployedFunction, Deployment } from './deployment.ts';
import { TemplateResolver, UnsupportedTemplate } from './intrinsics.ts';
import { readRestApi } from './read-rest-api.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { templateNumber } from './template-number.ts';

/** Resources whose properties this machine gives a meaning; of others only the names are asked for. */
const readTypes = /^AWS::(ApiGateway::|DynamoDB::|S3::Bucket$|Lambda::Function$)/;

const functionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Timeout: templateNumber.default(3),
  MemorySize: templateNumber.default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).default({ Variables: {} }),
});

const resolveResources = (stack: SynthesisedStack, resolver: TemplateResolver): readonly ResolvedResource[] =>
  Object.entries(stack.Resources)
    .filter(([, { Type }]) => readTypes.test(Type))
    .map(([logicalId, { Type, Properties }]) => ({
      stackName: stack.stackName,
      logicalId,
      name: resolver.resolveText(stack, { Ref: logicalId }),
      type: Type,
      properties: z.record(z.string(), z.unknown()).parse(resolver.resolve(stack, Properties)),
    }));

const toFunction = ({ name, properties }: ResolvedResource, stack: SynthesisedStack): DeployedFunction => {
  const { Code, Handler, Timeout, MemorySize, Environment } = functionProperties.parse(properties);
  const codeDirectory = stack.assets.get(Code.S3Key.replace(/\.zip$/, ''));
  if (codeDirectory === undefined) throw new UnsupportedTemplate(`the assembly lacks the code of ${name}`);
  return {
    name,
    codeDirectory,
    handler: Handler,
    environment: Environment.Variables,
    timeoutSeconds: Timeout,
    memoryMegabytes: MemorySize,
  };
};

/** Functions that CDK adds to serve the deployment itself have inline code, and nothing to do here. */
const isOurs = ({ type, properties }: ResolvedResource): boolean =>
  type === 'AWS::Lambda::Function' && functionProperties.safeParse(properties).success;

/** Reads what an assembly deploys. Throws UnsupportedTemplate where it has no meaning on one machine. */
export const readDeployment = async (directory: string): Promise<Deployment> => {
  const stacks = await readAssembly(directory);
  const resolver = new TemplateResolver(stacks);
  const resolved = stacks.map((stack) => ({ stack, resources: resolveResources(stack, resolver) }));
  const resources = resolved.flatMap((each) => each.resources);
  const functions = resolved.flatMap(({ stack, resources: ofStack }) =>
    ofStack.filter(isOurs).map((each) => toFunction(each, stack)),
  );
  return {
    restApi: readRestApi(resources),
    functions: new Map(functions.map((each) => [each.name, each])),
    tables: resources
      .filter(({ type }) => type === 'AWS::DynamoDB::Table')
      .map(({ name, properties }) => ({ name, properties })),
    buckets: resources
      .filter(({ type }) => type === 'AWS::S3::Bucket')
      .map(({ name, properties }) => ({ name, properties })),
    schedules: [],
    eventSources: [],
    outputs: new Map(
      stacks.flatMap((stack) =>
        Object.entries(stack.Outputs).map(([key, { Value }]): [string, string] => [
          key,
          resolver.resolveText(stack, Value),
        ]),
      ),
    ),
  };
};
