import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * What becomes of a store whose place in the template goes. One that outlives its stack is to go all the same where the
 * deployment that makes it is taken back: it is empty then, and its name would be in the way of the next deployment. A
 * table that is protected from deletion stays even so, until a person takes the protection off.
 */
export const storeRemoval = ({
  storesOutliveStack,
}: Pick<StageSettings, 'storesOutliveStack'>): RemovalPolicy =>
  storesOutliveStack ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
