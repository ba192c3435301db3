import * as z from 'zod';
import type { DeployedBucket } from './deployment.ts';
import { readProperties } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';

/** CloudFormation takes the configuration alone for consent. */
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

const toBucket = (resource: ResolvedResource): DeployedBucket => {
  const { CorsConfiguration, NotificationConfiguration } = readProperties(bucketProperties, resource, []);
  return {
    name: resource.name,
    properties: resource.properties,
    tellsEventBridge: NotificationConfiguration?.EventBridgeConfiguration ?? false,
    crossOriginRules: CorsConfiguration.CorsRules,
  };
};

/** The buckets of the templates. Throws UnsupportedTemplate, which names the one it is about. */
export const readBuckets = (resources: readonly ResolvedResource[]): readonly DeployedBucket[] =>
  resources.filter(({ type }) => type === 'AWS::S3::Bucket').map(toBucket);
