import * as z from 'zod';
import { templateNumber } from './template-number.ts';

/** The properties of API Gateway's resources that a client can see the effect of, intrinsics resolved. */

const texts = z.record(z.string(), z.string()).default({});

export const restApiProperties = z.object({
  MinimumCompressionSize: templateNumber.optional(),
  BinaryMediaTypes: z.array(z.string()).default([]),
});

export const resourceProperties = z.object({ ParentId: z.string(), PathPart: z.string() });

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

/** What holds for all methods of a stage alike: settings of single ones have no meaning here yet. */
const settingsOfAllMethods = z.object({
  HttpMethod: z.literal('*'),
  ResourcePath: z.literal('/*'),
  ThrottlingRateLimit: templateNumber.optional(),
  ThrottlingBurstLimit: templateNumber.optional(),
});

/** The stage. Its tracing and metrics are not read. */
export const stageProperties = z.object({
  StageName: z.string(),
  AccessLogSetting: z.object({ Format: jsonText.pipe(z.record(z.string(), z.string())) }).optional(),
  MethodSettings: z.array(settingsOfAllMethods).max(1).default([]),
});

export type StageProperties = z.infer<typeof stageProperties>;

export const authorizerProperties = z.object({
  Type: z.literal('REQUEST'),
  AuthorizerUri: z.string(),
  IdentitySource: z.string().default(''),
  AuthorizerResultTtlInSeconds: templateNumber.default(300),
});

const proxyIntegration = z.object({
  Type: z.literal('AWS_PROXY'),
  Uri: z.string(),
  TimeoutInMillis: templateNumber.default(29_000),
  ResponseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
});

const mockIntegration = z.object({
  Type: z.literal('MOCK'),
  IntegrationResponses: z
    .array(
      z.object({
        StatusCode: templateNumber,
        ResponseParameters: texts,
        ResponseTemplates: texts,
      }),
    )
    .min(1),
});

export const methodProperties = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizationType: z.string().default('NONE'),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: z.boolean().default(false),
  Integration: z.discriminatedUnion('Type', [proxyIntegration, mockIntegration]),
});
export type MethodProperties = z.infer<typeof methodProperties>;

export const gatewayResponseProperties = z.object({
  ResponseType: z.string(),
  StatusCode: templateNumber.optional(),
  ResponseParameters: texts,
  ResponseTemplates: texts,
});

export const usagePlanProperties = z.object({
  UsagePlanName: z.string(),
  Throttle: z
    .object({ RateLimit: templateNumber.optional(), BurstLimit: templateNumber.optional() })
    .default({}),
});
