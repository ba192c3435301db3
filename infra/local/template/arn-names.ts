/** Names of what ARNs point at; undefined where an ARN is of another kind. */

/** Of a function's ARN, or of an invocation URI that one stands in. */
export const functionNameIn = (text: string): string | undefined => /:function:([^/:]+)/.exec(text)?.[1];

export const queueNameIn = (arn: string): string | undefined =>
  /^arn:[^:]+:sqs:[^:]*:[^:]*:(.+)$/.exec(arn)?.[1];

/** The table of a stream's ARN. */
export const streamedTableIn = (arn: string): string | undefined =>
  /^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(arn)?.[1];
