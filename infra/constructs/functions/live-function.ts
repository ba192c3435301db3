import { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { type FunctionHouse, OperationFunction, type OperationFunctionProps } from './operation-function.ts';

export interface LiveFunctionProps extends OperationFunctionProps {
  /** Number of instances kept warm; by default it follows from the function's access. */
  readonly warmInstances?: number;
}

const warmFor = ({ access }: LiveFunctionProps, { provisionedConcurrency }: StageSettings): number =>
  access.includes('published:read') ? provisionedConcurrency.catalogue : 0;

/**
 * Deployed version of a function: each deployment publishes a new version, and shifts the alias `live` to it. The
 * functions for importing and publishing have no alias, as they are invoked one at a time by schedules, streams and
 * queues, and have no traffic to shift.
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
      // CloudFormation does not accept 0.
      provisionedConcurrentExecutions: (warmInstances ?? warmFor(props, stage)) || undefined,
    });
    this.operation = operation;
  }
}
