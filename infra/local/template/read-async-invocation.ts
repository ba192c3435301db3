import * as z from 'zod';
import { deadLetterQueueOf, readProperties } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { templateNumber } from './template-number.ts';

/** How Lambda retries an asynchronous invocation that failed. */
export interface AsyncInvocation {
  readonly retryAttempts: number;
  readonly maximumAgeSeconds: number;
  /** Name of the queue that keeps failed events; they are dropped if absent. */
  readonly deadLetterQueue?: string | undefined;
}

const latest = '$LATEST';

const invokeConfigProperties = z.object({
  FunctionName: z.string(),
  Qualifier: z.string(),
  MaximumRetryAttempts: templateNumber.default(2),
  MaximumEventAgeInSeconds: templateNumber.default(21_600),
  DestinationConfig: z
    .object({ OnFailure: z.object({ Destination: z.string().optional() }).default({}) })
    .prefault({}),
});

/** Values that apply to a function without a configuration. */
const defaults: AsyncInvocation = { retryAttempts: 2, maximumAgeSeconds: 21_600 };

const toAsyncInvocation = (resource: ResolvedResource) => {
  const config = readProperties(invokeConfigProperties, resource, []);
  return {
    functionName: config.FunctionName,
    qualifier: config.Qualifier,
    retryAttempts: config.MaximumRetryAttempts,
    maximumAgeSeconds: config.MaximumEventAgeInSeconds,
    deadLetterQueue: deadLetterQueueOf(resource, config.DestinationConfig.OnFailure.Destination),
  };
};

/** The version or alias that a function's ARN names. */
const qualifierIn = (functionArn: string): string => /:function:[^:]+:(.+)$/.exec(functionArn)?.[1] ?? latest;

/**
 * Returns how Lambda retries the asynchronous invocations of a function, by its name and its ARN. Throws
 * UnsupportedTemplate.
 */
export const asyncInvocationOf = (
  resources: readonly ResolvedResource[],
  functionName: string,
  functionArn: string,
): AsyncInvocation => {
  const found = resources
    .filter(({ type }) => type === 'AWS::Lambda::EventInvokeConfig')
    .map(toAsyncInvocation)
    .find((each) => each.functionName === functionName && each.qualifier === qualifierIn(functionArn));
  if (!found) return defaults;
  const { retryAttempts, maximumAgeSeconds, deadLetterQueue } = found;
  return { retryAttempts, maximumAgeSeconds, deadLetterQueue };
};
