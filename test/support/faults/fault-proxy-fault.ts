/** What a store may do to a request instead of answering it. */
export type Fault =
  /** Takes the request and never answers, until the client gives up or the proxy ends. */
  | { readonly kind: 'hang' }
  /** Answers as the store does, so much later, give or take the spread. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly spread?: number }
  /** Ends the connection as soon as the request's headers have come. */
  | { readonly kind: 'reset' }
  /** Ends the connection once more than so many bytes of the request's body have come; a shorter one passes. */
  | { readonly kind: 'cut request'; readonly afterBytes: number }
  /** Ends the connection after so many bytes of the response's body; a shorter one passes. */
  | { readonly kind: 'cut response'; readonly afterBytes: number }
  /** The store does what was asked, but the connection ends before the answer. */
  | { readonly kind: 'lose answer' }
  /** Answers in the place of the store, which is not asked. */
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

/** S3 asks for fewer requests. */
export const slowDown = s3Error(503, 'SlowDown', 'Please reduce your request rate.');

/** S3 itself failed. */
export const s3InternalError = s3Error(500, 'InternalError', 'We encountered an internal error.');

/** A table has no capacity left. */
export const throughputExceeded = dynamoDbError(
  400,
  'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  'The level of configured provisioned throughput for the table was exceeded.',
);

/** DynamoDB asks for fewer requests. */
export const throttling = dynamoDbError(
  400,
  'com.amazon.coral.availability#ThrottlingException',
  'Rate of requests exceeds the allowed throughput.',
);

/** DynamoDB itself failed. */
export const dynamoDbInternalError = dynamoDbError(
  500,
  'com.amazonaws.dynamodb.v20120810#InternalServerError',
  'The request could not be processed because of an internal failure.',
);
