import { LogGroupLogDestination, MethodLoggingLevel, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { accessLogFormat } from './access-log.ts';

/**
 * The most that one method is asked, by all clients together: half of what API Gateway gives an account in most regions
 * unasked (10,000 a second, 5,000 at once; a fourth of that in the younger ones), so that a client without a throttle, or
 * a flood of an operation that is open, leaves the other half to everybody else.
 */
const methodThrottle = { throttlingRateLimit: 5_000, throttlingBurstLimit: 2_500 };

/** How the one stage of the API runs. */
export const stageOptions = (accessLog: ILogGroup, stage: StageSettings): StageOptions => ({
  stageName: stage.name,
  // API Gateway's segment of a trace has the address of the request with its query, which tells where a visitor stands,
  // and the source address of the client. The functions' own segments have neither.
  tracingEnabled: false,
  accessLogDestination: new LogGroupLogDestination(accessLog),
  accessLogFormat,
  // Its own log of executions shows headers and bodies: of AUTH-KEY it does not know that it is a secret.
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  // Five metrics of each method, 0.30 dollars a month each: the access log and the functions' own tell operations apart.
  metricsEnabled: false,
  ...methodThrottle,
});
