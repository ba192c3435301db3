import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * Fields of the access log. None of them can contain secrets or names sent by a client. The log has the resource's
 * path, but not the requested path, the query, the headers or the gateway's error messages, which may quote an
 * Authorization header. It also has no source address or user agent, which could identify a person. Clients are
 * identified by the key's id, because a client's name may be any text: API Gateway does not escape values, so a
 * quotation mark would make the line invalid JSON. For the same reason every value is quoted. Absent values are written
 * as `-`.
 */
const fields = {
  requestId: AccessLogField.contextRequestId(),
  extendedRequestId: AccessLogField.contextExtendedRequestId(),
  /** Epoch milliseconds. */
  receivedAt: AccessLogField.contextRequestTimeEpoch(),
  keyId: AccessLogField.contextAuthorizer('keyId'),
  plan: AccessLogField.contextAuthorizer('plan'),
  /** `true` for a sandbox key, which can request errors. */
  sandbox: AccessLogField.contextAuthorizer('sandbox'),
  /** Id of the API Gateway key that all of a client's keys in a plan share. */
  usageKeyId: AccessLogField.contextIdentityApiKeyId(),
  httpMethod: AccessLogField.contextHttpMethod(),
  resourcePath: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  /** Type of the gateway response, if API Gateway itself responded. */
  responseType: AccessLogField.contextErrorResponseType(),
  /** Size of the body in bytes. */
  responseLength: AccessLogField.contextResponseLength(),
  /** In milliseconds, like the other latencies. */
  responseLatency: AccessLogField.contextResponseLatency(),
  integrationLatency: AccessLogField.contextIntegrationLatency(),
  integrationStatus: '$context.integration.status',
  /** Status returned by the Lambda service itself: 429 if the invocation was throttled. */
  lambdaStatus: '$context.integration.integrationStatus',
  /** Lambda's invocation id, as in traces and Lambda's own log lines. The functions' log lines contain requestId. */
  integrationRequestId: '$context.integration.requestId',
  authorizerStatus: AccessLogField.contextAuthorizerStatus(),
  authorizerLatency: AccessLogField.contextAuthorizerLatency(),
  /** Firewall verdict: WAF_ALLOW or WAF_BLOCK. */
  firewall: AccessLogField.contextWafResponseCode(),
  firewallStatus: AccessLogField.contextWafStatus(),
  /** TLS version, which shows which clients a higher minimum version would exclude. */
  tlsVersion: '$context.tlsVersion',
};

/** Log format: one line of JSON per request. API Gateway allows a format of up to 3 KB. */
export const accessLogFormat = AccessLogFormat.custom(JSON.stringify(fields));
