import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * Returns the removal options of a store or a log. A retained store is still deleted if the deployment that creates it is rolled
 * back: it is empty then, and its name would block the next deployment. A table with deletion protection stays until an
 * operator removes the protection.
 */
export const storeRemoval = ({
  storesOutliveStack,
}: Pick<StageSettings, 'storesOutliveStack'>): RemovalPolicy =>
  storesOutliveStack ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
