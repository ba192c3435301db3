import * as z from 'zod';
import { readAssembly } from './assembly.ts';
import { readEvents } from './events.ts';
import { readPortal } from './portal.ts';
import { type ResolvedResource, readAll, readText, renamed, templateNumber } from './resource.ts';
import { readRestApi } from './rest-api.ts';

/** Everything that the synthesised templates deploy, resolved. The local stack knows nothing else about the app. */
export type Deployment = Awaited<ReturnType<typeof readDeployment>>;

/** Reads the deployment from an assembly. Throws UnsupportedTemplate. */
export const readDeployment = async (directory: string) => {
  const { resources, outputs, assets } = await readAssembly(directory);
  const tables: readonly DeployedTable[] = resources.filter(({ type }) => type === 'AWS::DynamoDB::Table');
  return {
    restApi: readRestApi(resources),
    portal: readPortal(resources),
    /** Functions by name, which is the logical id in the stack. */
    functions: readFunctions(resources, assets),
    tables,
    buckets: readAll(resources, 'AWS::S3::Bucket', bucket),
    ...readEvents(resources),
    /** Values of the stacks' outputs by output key. */
    outputs,
  };
};

/** A DynamoDB table. Its properties are those of a CreateTable request, and some that only CloudFormation has. */
export type DeployedTable = Pick<ResolvedResource, 'name' | 'properties'>;

export type DeployedFunction = NonNullable<ReturnType<ReturnType<typeof readFunctions>['get']>>;

const readFunctions = (resources: readonly ResolvedResource[], assets: ReadonlyMap<string, string>) => {
  // Functions with inline code are left out, because CDK adds them only for the deployment itself.
  const bundled = resources.filter(({ properties: { Code } }) => Object(Code).ZipFile === undefined);
  const functions = readAll(bundled, 'AWS::Lambda::Function', lambdaFunction(assets));
  return new Map(functions.map((each) => [each.name, each]));
};

const lambdaFunction = (assets: ReadonlyMap<string, string>) =>
  renamed(
    {
      codeDirectory: [
        'Code.S3Key',
        readText((key) => assets.get(key.replace(/\.zip$/, '')), 'only code in the assembly can run'),
      ],
      /** Handler in the form `file.export`. */
      handler: ['Handler', z.string()],
      environment: ['Environment.Variables', z.record(z.string(), z.coerce.string()).readonly().default({})],
      timeoutSeconds: ['Timeout', templateNumber.default(3)],
      memoryMegabytes: ['MemorySize', templateNumber.default(128)],
    },
    ['ReservedConcurrentExecutions'],
  );

/** CORS rule of a bucket. The only supported origin is `*`. */
const corsRule = z
  .strictObject({
    AllowedMethods: z.array(z.enum(['GET', 'HEAD'])),
    AllowedOrigins: z.tuple([z.literal('*', { error: 'only * is supported' })]),
    ExposedHeaders: z.array(z.string()).default([]),
  })
  .transform((rule) => ({ methods: rule.AllowedMethods, exposedHeaders: rule.ExposedHeaders }));

const lifecycleRule = z.strictObject({
  Id: z.string().optional(),
  Status: z.literal('Enabled'),
  ExpirationInDays: templateNumber.pipe(z.int().min(1)).optional(),
  // These have no effect, because there are no versions and no multipart uploads here.
  AbortIncompleteMultipartUpload: z.unknown().optional(),
  NoncurrentVersionExpiration: z.unknown().optional(),
  ExpiredObjectDeleteMarker: z.unknown().optional(),
});

/** Lifecycle rules for all objects of a bucket, converted to the number of days after which the objects expire. */
const expiryOfAll = z
  .array(lifecycleRule)
  .transform((rules) => rules.find((rule) => rule.ExpirationInDays !== undefined)?.ExpirationInDays);

const bucket = renamed(
  {
    /** Days after which the bucket's objects expire. If absent, they never expire. */
    expirationDays: ['LifecycleConfiguration.Rules', expiryOfAll.optional()],
    crossOriginRule: ['CorsConfiguration.CorsRules.0', corsRule.optional()],
  },
  [
    'CorsConfiguration.CorsRules.1',
    ...['Lambda', 'Queue', 'Topic'].map((kind) => `NotificationConfiguration.${kind}Configurations`),
  ],
);
