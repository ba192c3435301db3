import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * What is written of each request. Nothing that a client can put a secret or a name into: not the path or the query as
 * sent (the resource's path instead), no header, and none of the gateway's error messages, which quote an
 * Authorization header where they find fault with it. No source address and no user agent, which tell a person.
 * The key's id stands for the client: the name of a client may be any text, and API Gateway writes values as they are,
 * so that a quotation mark in one would leave a line that is not JSON. For the same reason every value is quoted:
 * what there is not is written `-`.
 */
const fields = {
  requestId: AccessLogField.contextRequestId(),
  extendedRequestId: AccessLogField.contextExtendedRequestId(),
  /** Epoch milliseconds. */
  receivedAt: AccessLogField.contextRequestTimeEpoch(),
  keyId: AccessLogField.contextAuthorizer('keyId'),
  plan: AccessLogField.contextAuthorizer('plan'),
  /** The id of the client's key of API Gateway: the same for all keys of a client in a plan. */
  usageKeyId: AccessLogField.contextIdentityApiKeyId(),
  httpMethod: AccessLogField.contextHttpMethod(),
  resourcePath: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  /** The type of the gateway response, where the gateway itself answered. */
  responseType: AccessLogField.contextErrorResponseType(),
  /** Bytes of the body. */
  responseLength: AccessLogField.contextResponseLength(),
  /** Milliseconds, as are the other latencies. */
  responseLatency: AccessLogField.contextResponseLatency(),
  integrationLatency: AccessLogField.contextIntegrationLatency(),
  integrationStatus: '$context.integration.status',
  /** Lambda's id of the invocation, as its traces and its own lines have it; ours have requestId. */
  integrationRequestId: '$context.integration.requestId',
  authorizerStatus: AccessLogField.contextAuthorizerStatus(),
  authorizerLatency: AccessLogField.contextAuthorizerLatency(),
  /** WAF_ALLOW or WAF_BLOCK. */
  firewall: AccessLogField.contextWafResponseCode(),
  firewallStatus: AccessLogField.contextWafStatus(),
  /** Tells which clients would be lost with a newer TLS. */
  tlsVersion: '$context.tlsVersion',
};

/** One line of JSON a request; API Gateway takes 3 KB of format at most. */
export const accessLogFormat = AccessLogFormat.custom(JSON.stringify(fields));

/** Where the requests of a stage are written down, each in one line. */
export class AccessLog extends LogGroup {
  constructor(scope: Construct, id: string, { logRetentionDays }: StageSettings) {
    super(scope, id, { retention: logRetentionDays, removalPolicy: RemovalPolicy.DESTROY });
  }
}
