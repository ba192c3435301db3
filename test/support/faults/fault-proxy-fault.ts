export type Fault =
  /** Accepts the request but never responds, until the client gives up or the proxy stops. */
  | { readonly kind: 'hang' }
  /** Forwards the request after a delay, which varies randomly within the spread. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly spread?: number }
  /** Forwards the request once the promise is resolved. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Resets the connection as soon as the request's headers have arrived. */
  | { readonly kind: 'reset' }
  /** Closes the connection after this many bytes of the request's body. Shorter requests are forwarded. */
  | { readonly kind: 'cut request'; readonly afterBytes: number }
  /** Closes the connection after this many bytes of the response's body. Shorter responses are forwarded. */
  | { readonly kind: 'cut response'; readonly afterBytes: number }
  /** Closes the connection without a response, after the store has processed the request. */
  | { readonly kind: 'lose answer' }
  /** Responds instead of the store, which does not receive the request. */
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

export const slowDown = s3Error(503, 'SlowDown', 'Please reduce your request rate.');

export const s3InternalError = s3Error(500, 'InternalError', 'We encountered an internal error.');

export const throughputExceeded = dynamoDbError(
  400,
  'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  'The level of configured provisioned throughput for the table was exceeded.',
);

export const throttling = dynamoDbError(
  400,
  'com.amazon.coral.availability#ThrottlingException',
  'Rate of requests exceeds the allowed throughput.',
);

export const dynamoDbAccessDenied = dynamoDbError(
  400,
  'com.amazon.coral.service#AccessDeniedException',
  'not for you',
);

export const dynamoDbInternalError = dynamoDbError(
  500,
  'com.amazonaws.dynamodb.v20120810#InternalServerError',
  'The request could not be processed because of an internal failure.',
);
