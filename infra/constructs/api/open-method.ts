import { Validations } from 'aws-cdk-lib';
import type { Method } from 'aws-cdk-lib/aws-apigateway';

/** Records why a method needs no key. Each open method must do so; the template checks find those that do not. */
export const acknowledgeOpen = (method: Method, reason: string): void => {
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
};
