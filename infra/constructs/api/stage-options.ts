import { LogGroupLogDestination, MethodLoggingLevel, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { accessLogFormat } from './access-log.ts';

/**
 * Throttle of one method for all clients together: half of API Gateway's default quota of an account in most regions
 * (10,000 a second, 5,000 at once; a fourth of that in newer regions), so that an unthrottled client or a flood of an
 * open operation leaves the other half.
 */
const methodThrottle = { throttlingRateLimit: 5_000, throttlingBurstLimit: 2_500 };

/** Options of the API's stage. */
export const stageOptions = (accessLog: ILogGroup, stage: StageSettings): StageOptions => ({
  stageName: stage.name,
  // API Gateway's trace segments contain the request's URL with its query, which reveals a visitor's position, and the
  // client's source address. The functions' own segments have neither.
  tracingEnabled: false,
  accessLogDestination: new LogGroupLogDestination(accessLog),
  accessLogFormat,
  // The execution log would show headers and bodies, including AUTH-KEY, which it does not treat as secret.
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  // Would add five metrics for each method at 0.30 dollars a month each; the access log and the functions' metrics
  // already distinguish operations.
  metricsEnabled: false,
  ...methodThrottle,
});
