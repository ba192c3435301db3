import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PublishedBucket } from '../constructs/data/published-bucket.ts';
import { Tables } from '../constructs/data/tables.ts';
import type { StageSettings } from '../stages/stage-settings.ts';

/** All that has state: what is lost with this stack is lost. */
export class DataStack extends Stack {
  readonly tables: Tables;
  readonly published: PublishedBucket;

  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, { terminationProtection: stage.storesOutliveStack });
    this.tables = new Tables(this, 'Tables', stage);
    this.published = new PublishedBucket(this, 'Published', stage);
    const outputs = {
      LocationsTable: this.tables.locations.tableName,
      CapabilitiesTable: this.tables.capabilities.tableName,
      BillersTable: this.tables.billers.tableName,
      EnquiriesTable: this.tables.enquiries.tableName,
      ApiKeysTable: this.tables.apiKeys.tableName,
      PublishedBucket: this.published.bucketName,
    };
    for (const [key, value] of Object.entries(outputs)) new CfnOutput(this, key, { value });
  }
}
