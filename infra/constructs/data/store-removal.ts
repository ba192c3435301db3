import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * Returns the removal options of a store or a log. If the deployment that creates a retained store is rolled back,
 * CloudFormation tries to delete the store, because it is still empty. This works for logs, queues, topics and the bus.
 * Tables, keys, buckets and the backup vault are protected from deletion, including by the permissions boundary of
 * deployments, so an operator must delete them before the next deployment (docs/operations.md, "A first deployment that
 * fails").
 */
export const storeRemoval = ({
  storesOutliveStack,
}: Pick<StageSettings, 'storesOutliveStack'>): RemovalPolicy =>
  storesOutliveStack ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
