import * as z from 'zod';

/**
 * Schemas of the events of an API Gateway REST API, member by member, as its developer guide documents them ("Input
 * format of a Lambda function for proxy integration", "Input to an API Gateway Lambda authorizer", the reference of
 * `$context`) and as functions on AWS have logged them. No example in the guide has `deploymentId`, and `identity`
 * has `apiKey` and `apiKeyId` only if the method requires a key. Every object is strict: unknown members and missing
 * members are errors. Members of features that Waypost does not use (mutual TLS, private endpoints, Cognito, operation
 * names) are omitted.
 */

const text = z.string().min(1);
const headers = z.record(text, z.string());
const multiValues = z.record(z.string(), z.array(z.string()).min(1));
const path = z.string().startsWith('/');

const ofIamOrCognito = [
  ...['accessKey', 'accountId', 'caller', 'principalOrgId', 'user', 'userArn'],
  ...['AuthenticationProvider', 'AuthenticationType', 'IdentityId', 'IdentityPoolId'].map(
    (of) => `cognito${of}`,
  ),
];

const identity = z.strictObject({
  ...Object.fromEntries(ofIamOrCognito.map((name) => [name, z.null()])),
  sourceIp: z.union([z.ipv4(), z.ipv6()]),
  userAgent: z.string().nullable(),
});

/** Identity in events of methods that require a key, with the usage identifier and the id of the API Gateway key. */
const keyedIdentity = identity.extend({
  apiKey: z.string().min(20).max(128),
  apiKeyId: z.string().regex(/^[0-9a-z]{10}$/),
});

const requestContext = z.strictObject({
  accountId: z.string().regex(/^\d{12}$/),
  apiId: text,
  deploymentId: z.string().regex(/^[0-9a-z]{6}$/),
  domainName: text,
  domainPrefix: text,
  extendedRequestId: z.string().regex(/^[\w+/-]{15}=$/),
  httpMethod: text,
  identity,
  /** Path that starts with the stage's name at API Gateway's default address, and equals `path` at a custom domain. */
  path,
  protocol: z.literal('HTTP/1.1'),
  requestId: z.uuid(),
  /** Time in the format `09/Apr/2015:12:34:56 +0000`. */
  requestTime: z.string().regex(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
  requestTimeEpoch: z.int(),
  resourceId: z.string().regex(/^[0-9a-z]{6,10}$/),
  resourcePath: path,
  stage: text,
});

/** Authoriser context, in which all values are strings, with two members that API Gateway adds. */
const authorizer = z.object({ principalId: text, integrationLatency: z.int().min(0) }).catchall(z.string());

const request = {
  resource: path,
  path,
  httpMethod: text,
  headers,
  multiValueHeaders: multiValues,
};

const proxied = {
  ...request,
  // Null if the request has no query, never an empty object.
  queryStringParameters: z.record(z.string(), z.string()).nullable(),
  multiValueQueryStringParameters: multiValues.nullable(),
  pathParameters: z.record(text, text).nullable(),
  stageVariables: z.null(),
  body: text.nullable(),
  isBase64Encoded: z.boolean(),
};

export const eventFormats = {
  /** Proxy integration event of a method that needs no key. */
  open: z.strictObject({ ...proxied, requestContext }),

  /** Proxy integration event of a method with an authoriser and a required key. */
  guarded: z.strictObject({
    ...proxied,
    requestContext: requestContext.extend({ authorizer, identity: keyedIdentity }),
  }),

  /** Event of a REQUEST authoriser. It has no body, and empty objects instead of null. */
  authoriser: z.strictObject({
    type: z.literal('REQUEST'),
    methodArn: z.string().regex(/^arn:aws:execute-api:[a-z0-9-]+:\d{12}:\w+\/\w+\/[A-Z]+\/.*$/),
    ...request,
    queryStringParameters: z.record(z.string(), z.string()),
    multiValueQueryStringParameters: multiValues,
    pathParameters: z.record(text, text),
    stageVariables: z.strictObject({}),
    requestContext,
  }),
};
