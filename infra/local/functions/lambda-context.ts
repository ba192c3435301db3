import { localAccount } from '../template/physical-names.ts';
import type { InvocationFacts, WorkerSetup } from './function-messages.ts';

/** Makes the context object that a function is called with, as Lambda's Node.js runtime does. */
export const lambdaContextOf = ({ functionName, alias, memoryMegabytes }: WorkerSetup) => {
  const name = alias === undefined ? functionName : `${functionName}:${alias}`;
  const ofFunction = {
    functionName,
    // There is one version of each function here, the first.
    functionVersion: alias === undefined ? '$LATEST' : '1',
    invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:${localAccount}:function:${name}`,
    memoryLimitInMB: String(memoryMegabytes),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
  };
  return ({ requestId, deadline }: InvocationFacts) => ({
    ...ofFunction,
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  });
};
