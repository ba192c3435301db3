/** Fault that a store may show instead of answering a request. */
export type Fault =
  /** Takes the request and never answers, until the client gives up or the proxy ends. */
  | { readonly kind: 'hang' }
  /** Forwards the store's answer after a delay, within the spread. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly spread?: number }
  /** Ends the connection as soon as the request's headers have come. */
  | { readonly kind: 'reset' }
  /** Ends the connection after more than this many bytes of the request's body; shorter ones pass. */
  | { readonly kind: 'cut request'; readonly afterBytes: number }
  /** Ends the connection after this many bytes of the response's body; shorter ones pass. */
  | { readonly kind: 'cut response'; readonly afterBytes: number }
  /** Ends the connection after the store has done its work, before the answer. */
  | { readonly kind: 'lose answer' }
  /** Answers in place of the store, which does not get the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

const s3Error = (status: number, code: string, message: string): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/xml', 'x-amz-request-id': 'FAULT' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

const dynamoDbError = (status: number, type: string, message: string): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'FAULT' },
  body: JSON.stringify({ __type: type, message }),
});

/** Answer of S3 that asks for fewer requests. */
export const slowDown = s3Error(503, 'SlowDown', 'Please reduce your request rate.');

/** Answer of S3 after an internal failure. */
export const s3InternalError = s3Error(500, 'InternalError', 'We encountered an internal error.');

/** Answer of DynamoDB for a table without capacity. */
export const throughputExceeded = dynamoDbError(
  400,
  'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  'The level of configured provisioned throughput for the table was exceeded.',
);

/** Answer of DynamoDB that asks for fewer requests. */
export const throttling = dynamoDbError(
  400,
  'com.amazon.coral.availability#ThrottlingException',
  'Rate of requests exceeds the allowed throughput.',
);

/** Answer of DynamoDB after an internal failure. */
export const dynamoDbInternalError = dynamoDbError(
  500,
  'com.amazonaws.dynamodb.v20120810#InternalServerError',
  'The request could not be processed because of an internal failure.',
);
