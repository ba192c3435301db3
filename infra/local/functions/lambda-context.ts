import { localAccount } from '../template/physical-names.ts';

interface FunctionFacts {
  readonly functionName: string;
  readonly alias: string | undefined;
  readonly memoryMegabytes: number;
}

interface InvocationFacts {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

/** Returns a factory of the context objects that Lambda's Node.js runtime passes to a function. */
export const lambdaContextOf = ({ functionName, alias, memoryMegabytes }: FunctionFacts) => {
  const name = alias === undefined ? functionName : `${functionName}:${alias}`;
  const ofFunction = {
    functionName,
    // Each function has one version here, the first.
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
