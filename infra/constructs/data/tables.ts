import {
  type Attribute,
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry-summary.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { EnquiriesKey } from './enquiries-key.ts';
import { neverRewritten } from './never-rewritten.ts';
import { storeRemoval } from './store-removal.ts';

interface TableProps {
  readonly partitionKey: Attribute;
  readonly sortKey?: Attribute;
  /** Attribute with the epoch second after which DynamoDB may delete the item. */
  readonly timeToLiveAttribute?: string;
  /** What the table tells of its changes; nothing where absent. */
  readonly stream?: StreamViewType;
  /** What the table itself refuses or allows, whoever asks; nothing where absent. */
  readonly resourcePolicy?: PolicyDocument;
  /** AWS's own key for DynamoDB where absent. */
  readonly encryptionKey?: IKey;
}

/** The publisher reads the tables anyway: that something changed is all it needs to be told. */
const tellsOfChanges = { stream: StreamViewType.KEYS_ONLY };

/** Whoever is told of an enquiry is told all of it. */
const tellsOfNewRows = { stream: StreamViewType.NEW_IMAGE };

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
const number = (name: string): Attribute => ({ name, type: AttributeType.NUMBER });

/** The system of record: one table a concern, billed by use, restorable to any second of the last 35 days. */
export class Tables extends Construct {
  readonly locations: Table;
  readonly capabilities: Table;
  readonly billers: Table;
  readonly enquiries: Table;
  readonly enquiriesKey: EnquiriesKey;
  readonly apiKeys: Table;
  /** What became of each key: who did it, when and why. */
  readonly apiKeyEvents: Table;
  /** When each key was last used. */
  readonly apiKeyUse: Table;

  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id);
    const table = (name: string, props: TableProps) =>
      new Table(this, name, {
        ...props,
        billingMode: BillingMode.PAY_PER_REQUEST,
        encryption: props.encryptionKey ? TableEncryption.CUSTOMER_MANAGED : TableEncryption.AWS_MANAGED,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtection: stage.storesOutliveStack,
        removalPolicy: storeRemoval(stage),
      });
    this.locations = table('Locations', { partitionKey: text('locationCode'), ...tellsOfChanges });
    this.capabilities = table('Capabilities', { partitionKey: number('serviceCode'), ...tellsOfChanges });
    this.billers = table('Billers', { partitionKey: text('kind'), sortKey: text('code') });
    this.enquiriesKey = new EnquiriesKey(this, 'EnquiriesKey', stage);
    this.enquiries = table('Enquiries', {
      partitionKey: text('id'),
      timeToLiveAttribute: 'expiresAt',
      encryptionKey: this.enquiriesKey,
      ...tellsOfNewRows,
    });
    // For the command line alone: functions read no index. What customers say of themselves is not in it.
    this.enquiries.addGlobalSecondaryIndex({
      indexName: enquiriesByStatus.name,
      partitionKey: text(enquiriesByStatus.partition),
      sortKey: text(enquiriesByStatus.sort),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: enquiriesByStatus.attributes,
    });
    // A key that has expired stays: who had it, and for how long, is asked afterwards.
    this.apiKeys = table('ApiKeys', { partitionKey: text('keyId') });
    this.apiKeyEvents = table('ApiKeyEvents', {
      partitionKey: text('keyId'),
      sortKey: text('event'),
      resourcePolicy: neverRewritten(),
    });
    // Apart from the keys, which the function that notes their use may not write.
    this.apiKeyUse = table('ApiKeyUse', { partitionKey: text('keyId') });
  }
}
