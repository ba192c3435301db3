import * as z from 'zod';
import type { SynthesisedStack } from './assembly.ts';
import { TemplateResolver } from './intrinsics.ts';
import type { ResolvedResource } from './resolved-resource.ts';

/** Resources whose properties this machine gives a meaning; of others only the names are asked for. */
const readTypes =
  /^AWS::(ApiGateway::|CloudFront::(Distribution|Function|ResponseHeadersPolicy)$|DynamoDB::|S3::Bucket$|Lambda::(Alias|Function|EventInvokeConfig|EventSourceMapping)$|Scheduler::Schedule$|Events::(EventBus|Rule)$|SQS::Queue$)/;

/** The resources of all stacks that this machine reads, their intrinsic functions resolved. Throws UnsupportedTemplate. */
export const resolveResources = (
  stacks: readonly SynthesisedStack[],
  resolver = new TemplateResolver(stacks),
): readonly ResolvedResource[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.Resources)
      .filter(([, { Type }]) => readTypes.test(Type))
      .map(([logicalId, { Type, Properties }]) => ({
        stackName: stack.stackName,
        logicalId,
        name: resolver.resolveText(stack, { Ref: logicalId }),
        type: Type,
        properties: z.record(z.string(), z.unknown()).parse(resolver.resolve(stack, Properties)),
      })),
  );
