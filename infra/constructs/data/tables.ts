import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  BillingMode,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

interface KeySchema {
  readonly partitionKey: Attribute;
  readonly sortKey?: Attribute;
  /** Attribute with the epoch second after which DynamoDB may delete the item. */
  readonly timeToLiveAttribute?: string;
  /** What the table tells of its changes; nothing where absent. */
  readonly stream?: StreamViewType;
}

/** The publisher reads the tables anyway: that something changed is all it needs to be told. */
const tellsOfChanges = { stream: StreamViewType.KEYS_ONLY };

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
const number = (name: string): Attribute => ({ name, type: AttributeType.NUMBER });

/** The system of record: one table a concern, billed by use, restorable to any second of the last 35 days. */
export class Tables extends Construct {
  readonly locations: Table;
  readonly capabilities: Table;
  readonly billers: Table;
  readonly enquiries: Table;
  readonly apiKeys: Table;

  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id);
    const table = (name: string, keys: KeySchema) =>
      new Table(this, name, {
        ...keys,
        billingMode: BillingMode.PAY_PER_REQUEST,
        encryption: TableEncryption.AWS_MANAGED,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtection: stage.storesOutliveStack,
        removalPolicy: stage.storesOutliveStack ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
    this.locations = table('Locations', { partitionKey: text('locationCode'), ...tellsOfChanges });
    this.capabilities = table('Capabilities', { partitionKey: number('serviceCode'), ...tellsOfChanges });
    this.billers = table('Billers', { partitionKey: text('kind'), sortKey: text('code') });
    this.enquiries = table('Enquiries', { partitionKey: text('id'), timeToLiveAttribute: 'expiresAt' });
    this.apiKeys = table('ApiKeys', { partitionKey: text('keyId') });
  }
}
