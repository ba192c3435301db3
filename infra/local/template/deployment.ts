import * as z from 'zod';
import { checkSeconds } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { maxUncheckedSeconds } from '../../../shared/domain/publication/check-grace.ts';
import type { CrossOriginRule } from '../s3/cross-origin.ts';
import { readAssembly, type SynthesisedStack } from './assembly.ts';
import { type DeployedEvents, readEvents } from './events.ts';
import { resolveResources, TemplateResolver } from './intrinsics.ts';
import { type DeployedPortal, readPortal } from './portal.ts';
import { type ResolvedResource, readProperties, templateNumber, UnsupportedTemplate } from './resource.ts';
import { type RestApi, readRestApi } from './rest-api.ts';

/** What the synthesised templates deploy, resolved: all that the local stack knows of the app. */
export interface Deployment extends DeployedEvents {
  readonly restApi: RestApi;
  /** By name, which is the logical id in its stack. */
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  readonly tables: readonly DeployedTable[];
  readonly buckets: readonly DeployedBucket[];
  /** Absent if the templates have no portal. */
  readonly portal?: DeployedPortal | undefined;
  /** Values of the stacks' outputs by output key. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** A Lambda function: its code, and the settings that Lambda runs it with. */
export interface DeployedFunction {
  readonly name: string;
  /** Folder of the bundled code. */
  readonly codeDirectory: string;
  /** `file.export`. */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Maximum number of concurrent invocations, reserved for this function. */
  readonly reservedConcurrency?: number;
  /** Alias that it is invoked by, such as `live`; only its name if absent. */
  readonly alias?: string;
}

/** A DynamoDB table. */
export interface DeployedTable {
  readonly name: string;
  /** Properties of the resource: a CreateTable request, and some that only CloudFormation knows. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** An S3 bucket. */
export interface DeployedBucket {
  readonly name: string;
  /** Properties of the resource. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Whether created objects become events of EventBridge. */
  readonly tellsEventBridge: boolean;
  /** Which pages of other origins may read it. */
  readonly crossOriginRules: readonly CrossOriginRule[];
}

/** Reads what an assembly deploys. Throws UnsupportedTemplate if this machine cannot do as the templates say. */
export const readDeployment = async (directory: string): Promise<Deployment> => {
  const stacks = await readAssembly(directory);
  const resolver = new TemplateResolver(stacks);
  const resources = resolveResources(stacks, resolver);
  const outputs = stacks.flatMap((stack) =>
    Object.entries(stack.Outputs).map(([key, { Value }]): [string, string] => [
      key,
      resolver.resolveText(stack, Value),
    ]),
  );
  return {
    restApi: readRestApi(resources),
    portal: readPortal(resources),
    functions: readFunctions(resources, stacks),
    tables: resources.filter(({ type }) => type === 'AWS::DynamoDB::Table'),
    buckets: readBuckets(resources),
    ...readEvents(resources),
    outputs: new Map(outputs),
  };
};

/**
 * Returns the seconds after which no function uses a catalogue without having checked for a newer one; 0 if none reads
 * it. Throws UnsupportedTemplate for a setting that is not a number.
 */
export const catalogueCheckSecondsOf = ({ functions }: Pick<Deployment, 'functions'>): number => {
  const settings = [...functions.values()].flatMap(({ name, environment }) => {
    const text = environment.CATALOGUE_CHECK_SECONDS;
    if (text === undefined) return [];
    const seconds = checkSeconds.safeParse(text);
    if (seconds.success) return [seconds.data];
    throw new UnsupportedTemplate(
      `CATALOGUE_CHECK_SECONDS of ${name} is no number of seconds: ${JSON.stringify(text)}`,
    );
  });
  return Math.max(0, ...settings.map(maxUncheckedSeconds));
};

const functionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Timeout: templateNumber.default(3),
  MemorySize: templateNumber.default(128),
  ReservedConcurrentExecutions: templateNumber.optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).default({ Variables: {} }),
});

const aliasProperties = z.object({ FunctionName: z.string(), Name: z.string() });

const readFunctions = (
  resources: readonly ResolvedResource[],
  stacks: readonly SynthesisedStack[],
): ReadonlyMap<string, DeployedFunction> => {
  const aliases = new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::Alias')
      .map((resource) => readProperties(aliasProperties, resource))
      .map(({ FunctionName, Name }) => [FunctionName, Name]),
  );
  const functions = resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .flatMap(({ stackName, name, properties }): DeployedFunction[] => {
      const parsed = functionProperties.safeParse(properties);
      // Functions with inline code, which CDK adds to serve the deployment itself, have nothing to do here.
      if (!parsed.success) return [];
      const { Code, Handler, Timeout, MemorySize, ReservedConcurrentExecutions, Environment } = parsed.data;
      const { assets } = stacks.find((stack) => stack.stackName === stackName) ?? {};
      const codeDirectory = assets?.get(Code.S3Key.replace(/\.zip$/, ''));
      if (codeDirectory === undefined)
        throw new UnsupportedTemplate(`the assembly lacks the code of ${name}`);
      return [
        {
          name,
          codeDirectory,
          handler: Handler,
          environment: Environment.Variables,
          timeoutSeconds: Timeout,
          memoryMegabytes: MemorySize,
          reservedConcurrency: ReservedConcurrentExecutions,
          alias: aliases.get(name),
        },
      ];
    });
  return new Map(functions.map((each) => [each.name, each]));
};

/** The configuration alone enables EventBridge, as in CloudFormation. */
const eventBridge = z
  .object({ EventBridgeEnabled: z.stringbool().or(z.boolean()).default(true) })
  .optional()
  .transform((configuration) => configuration?.EventBridgeEnabled ?? false);

const refused = z.never({ error: 'only EventBridge is told of objects on this machine' }).optional();

/** On this machine a bucket is open to pages of every origin, or of none. */
const corsRule = z
  .strictObject({
    AllowedMethods: z.array(z.enum(['GET', 'HEAD'])),
    AllowedOrigins: z.tuple([z.literal('*', { error: 'only pages of every origin are let in' })]),
    ExposedHeaders: z.array(z.string()).default([]),
  })
  .transform(({ AllowedMethods, ExposedHeaders }) => ({
    methods: AllowedMethods,
    exposedHeaders: ExposedHeaders,
  }));

const bucketProperties = z.object({
  CorsConfiguration: z.strictObject({ CorsRules: z.array(corsRule) }).default({ CorsRules: [] }),
  NotificationConfiguration: z
    .object({
      EventBridgeConfiguration: eventBridge,
      LambdaConfigurations: refused,
      QueueConfigurations: refused,
      TopicConfigurations: refused,
    })
    .optional(),
});

/** Reads the buckets. Throws UnsupportedTemplate, which names the bucket. */
export const readBuckets = (resources: readonly ResolvedResource[]): readonly DeployedBucket[] =>
  resources
    .filter(({ type }) => type === 'AWS::S3::Bucket')
    .map((resource) => {
      const { CorsConfiguration, NotificationConfiguration } = readProperties(bucketProperties, resource);
      return {
        name: resource.name,
        properties: resource.properties,
        tellsEventBridge: NotificationConfiguration?.EventBridgeConfiguration ?? false,
        crossOriginRules: CorsConfiguration.CorsRules,
      };
    });
