import { Duration } from 'aws-cdk-lib';
import { LambdaIntegration, ResponseTransferMode } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Route } from '../../routes/route.ts';

/** Timeout of a function, including streaming its answer to a slow client. */
export const operationTimeout = Duration.seconds(10);
export const streamTimeout = Duration.seconds(60);

/** Returns the gateway's timeout: longer than the function's, so that the function times out first. */
const gatewayTimeout = (timeout: Duration): Duration => timeout.plus(Duration.seconds(2));

export const operation = (route: Route, target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    allowTestInvoke: false,
    ...(route.streamed
      ? { responseTransferMode: ResponseTransferMode.STREAM, timeout: gatewayTimeout(streamTimeout) }
      : { timeout: gatewayTimeout(operationTimeout) }),
  });

/**
 * Integrates a refusing function by one permission for the whole API: one for each method would exceed the size limit
 * of the function's policy.
 */
export const refusal = (target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    scopePermissionToMethod: false,
    timeout: gatewayTimeout(operationTimeout),
  });
