import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from './store-removal.ts';

/**
 * KMS key of the enquiries, which are personal data: access to the table alone is not enough to read them, and
 * CloudTrail records uses of the key. Backups of the table need it as long as they are kept.
 */
export class EnquiriesKey extends Key {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, {
      alias: `waypost-${stage.name}-enquiries`,
      description: `Enquiries of Waypost ${stage.name}: its table, the backups of it, and the bus that tells of them`,
      enableKeyRotation: true,
      removalPolicy: storeRemoval(stage),
    });
  }
}
