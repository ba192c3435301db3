import { Duration } from 'aws-cdk-lib';
import { LambdaIntegration, ResponseTransferMode } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Route } from '../../routes/route.ts';

/** How long a function may take over an answer, and one that streams over sending it to a slow client. */
export const operationTimeout = Duration.seconds(10);
export const streamTimeout = Duration.seconds(60);

/** The gateway waits a little longer than its function runs, so that it is the function that fails. */
const gatewayTimeout = (timeout: Duration): Duration => timeout.plus(Duration.seconds(2));

export const operation = (route: Route, target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    allowTestInvoke: false,
    ...(route.streamed
      ? { responseTransferMode: ResponseTransferMode.STREAM, timeout: gatewayTimeout(streamTimeout) }
      : { timeout: gatewayTimeout(operationTimeout) }),
  });

/** One permission for the whole API: one for each of these many methods would outgrow the function's policy. */
export const refusal = (target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    scopePermissionToMethod: false,
    timeout: gatewayTimeout(operationTimeout),
  });
