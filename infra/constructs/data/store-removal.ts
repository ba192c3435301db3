import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * What becomes of a store whose place in the template goes. One that outlives its stack goes all the same where the
 * deployment that makes it is taken back: it is empty then, and its name would be in the way of the next deployment.
 */
export const storeRemoval = ({
  storesOutliveStack,
}: Pick<StageSettings, 'storesOutliveStack'>): RemovalPolicy =>
  storesOutliveStack ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
