import { Validations } from 'aws-cdk-lib';
import type { Method } from 'aws-cdk-lib/aws-apigateway';

/** Says why a method answers whoever asks. Each must say so for itself: one that forgets is found. */
export const acknowledgeOpen = (method: Method, reason: string): void => {
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
};
