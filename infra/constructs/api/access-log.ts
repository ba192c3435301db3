import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

/**
 * Fields of the access log. None of them can contain secrets or names from a client: the log has no path or query as
 * sent (but the resource's path), no headers, and none of the gateway's error messages, which may quote an
 * Authorization header. It also has no source address or user agent, which identify a person. The key's id identifies
 * the client: a client's name may be any text, and because API Gateway does not escape values, a quotation mark would
 * make the line invalid JSON. For the same reason every value is quoted; absent values are written as `-`.
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
  /** Id of the client's API Gateway key, shared by all keys of a client in a plan. */
  usageKeyId: AccessLogField.contextIdentityApiKeyId(),
  httpMethod: AccessLogField.contextHttpMethod(),
  resourcePath: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  /** Type of the gateway response, if the gateway itself responded. */
  responseType: AccessLogField.contextErrorResponseType(),
  /** Size of the body in bytes. */
  responseLength: AccessLogField.contextResponseLength(),
  /** Milliseconds, like the other latencies. */
  responseLatency: AccessLogField.contextResponseLatency(),
  integrationLatency: AccessLogField.contextIntegrationLatency(),
  integrationStatus: '$context.integration.status',
  /** Status of the Lambda service itself: 429 if no instance of the function was free. */
  lambdaStatus: '$context.integration.integrationStatus',
  /** Lambda's id of the invocation, as in its traces and log lines; the functions' own lines have requestId. */
  integrationRequestId: '$context.integration.requestId',
  authorizerStatus: AccessLogField.contextAuthorizerStatus(),
  authorizerLatency: AccessLogField.contextAuthorizerLatency(),
  /** Verdict of the firewall: WAF_ALLOW or WAF_BLOCK. */
  firewall: AccessLogField.contextWafResponseCode(),
  firewallStatus: AccessLogField.contextWafStatus(),
  /** TLS version, which shows which clients a newer minimum would exclude. */
  tlsVersion: '$context.tlsVersion',
};

/** Log format of one JSON line for each request; API Gateway allows 3 KB of format. */
export const accessLogFormat = AccessLogFormat.custom(JSON.stringify(fields));

/** Access log of a stage, one line for each request. */
export class AccessLog extends LogGroup {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, { retention: stage.logRetentionDays, removalPolicy: storeRemoval(stage) });
  }
}
