import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * Returns the removal options of a store or a log. CloudFormation tries to delete a retained store if the deployment that
 * creates it is rolled back, because it is empty then. This works for logs, queues, topics and the bus. Tables, keys,
 * buckets and the vault of backups are protected from deletion, also by the boundary of deployments, so an operator
 * deletes them before the next deployment (docs/operations.md, A first deployment that fails).
 */
export const storeRemoval = ({
  storesOutliveStack,
}: Pick<StageSettings, 'storesOutliveStack'>): RemovalPolicy =>
  storesOutliveStack ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
