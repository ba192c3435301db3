import * as z from 'zod';
import { readAssembly, type SynthesisedStack } from './assembly.ts';
import type { DeployedFunction, Deployment } from './deployment.ts';
import { TemplateResolver, UnsupportedTemplate } from './intrinsics.ts';
import { readBuckets } from './read-buckets.ts';
import { readEventSources } from './read-event-sources.ts';
import { readPortal } from './read-portal.ts';
import { readQueueSources } from './read-queue-sources.ts';
import { readQueues } from './read-queues.ts';
import { readRestApi } from './read-rest-api.ts';
import { eventBusesIn, readRules } from './read-rules.ts';
import { readSchedules } from './read-schedules.ts';
import { resolveResources } from './resolve-resources.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { templateNumber } from './template-number.ts';

const functionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Timeout: templateNumber.default(3),
  MemorySize: templateNumber.default(128),
  ReservedConcurrentExecutions: templateNumber.optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).default({ Variables: {} }),
});

const aliasProperties = z.object({ FunctionName: z.string(), Name: z.string() });

/** The alias of each function that has one, by the function's name. */
const aliasesIn = (resources: readonly ResolvedResource[]): ReadonlyMap<string, string> =>
  new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::Alias')
      .map(({ properties }) => aliasProperties.parse(properties))
      .map(({ FunctionName, Name }) => [FunctionName, Name]),
  );

const toFunction = (
  { stackName, name, properties }: ResolvedResource,
  stacks: readonly SynthesisedStack[],
  alias: string | undefined,
): DeployedFunction => {
  const { Code, Handler, Timeout, MemorySize, ReservedConcurrentExecutions, Environment } =
    functionProperties.parse(properties);
  const stack = stacks.find((each) => each.stackName === stackName);
  const codeDirectory = stack?.assets.get(Code.S3Key.replace(/\.zip$/, ''));
  if (codeDirectory === undefined) throw new UnsupportedTemplate(`the assembly lacks the code of ${name}`);
  return {
    name,
    codeDirectory,
    handler: Handler,
    environment: Environment.Variables,
    timeoutSeconds: Timeout,
    memoryMegabytes: MemorySize,
    reservedConcurrency: ReservedConcurrentExecutions,
    alias,
  };
};

/** Functions that CDK adds to serve the deployment itself have inline code, and nothing to do here. */
const isOurs = ({ type, properties }: ResolvedResource): boolean =>
  type === 'AWS::Lambda::Function' && functionProperties.safeParse(properties).success;

/** Reads what an assembly deploys. Throws UnsupportedTemplate where it has no meaning on one machine. */
export const readDeployment = async (directory: string): Promise<Deployment> => {
  const stacks = await readAssembly(directory);
  const resolver = new TemplateResolver(stacks);
  const resources = resolveResources(stacks, resolver);
  const aliases = aliasesIn(resources);
  const queues = readQueues(resources);
  const functions = resources.filter(isOurs).map((each) => toFunction(each, stacks, aliases.get(each.name)));
  return {
    restApi: readRestApi(resources),
    portal: readPortal(resources),
    functions: new Map(functions.map((each) => [each.name, each])),
    tables: resources
      .filter(({ type }) => type === 'AWS::DynamoDB::Table')
      .map(({ name, properties }) => ({ name, properties })),
    buckets: readBuckets(resources),
    schedules: readSchedules(resources),
    eventSources: readEventSources(resources),
    eventBuses: eventBusesIn(resources),
    rules: readRules(resources, queues),
    queues,
    queueSources: readQueueSources(resources, queues),
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
