import { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { type FunctionHouse, OperationFunction, type OperationFunctionProps } from './operation-function.ts';

export interface LiveFunctionProps extends OperationFunctionProps {
  /** Instances that are kept warm; by what it may touch where absent. */
  readonly warmInstances?: number;
}

const warmFor = ({ access }: LiveFunctionProps, { provisionedConcurrency }: StageSettings): number =>
  access.includes('published:read') ? provisionedConcurrency.catalogue : 0;

/**
 * The version of a function that clients are answered by: each deployment publishes another, and the alias `live` goes
 * over to it. The functions of importing and publishing have no alias: schedules, streams and queues start them one at
 * a time, so that there is no traffic to shift.
 */
export class LiveFunction extends Alias {
  readonly operation: OperationFunction;

  constructor(scope: Construct, house: FunctionHouse, { warmInstances, ...props }: LiveFunctionProps) {
    const { stage } = house;
    const operation = new OperationFunction(scope, house, {
      ...props,
      ...(props.access.includes('enquiries:write') && {
        reservedConcurrency: stage.writersReservedConcurrency,
      }),
    });
    super(operation, 'Live', {
      aliasName: 'live',
      version: operation.currentVersion,
      // CloudFormation knows no 0 of them.
      provisionedConcurrentExecutions: (warmInstances ?? warmFor(props, stage)) || undefined,
    });
    this.operation = operation;
  }
}
