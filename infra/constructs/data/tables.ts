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
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { EnquiriesKey } from './enquiries-key.ts';
import { neverRewritten } from './never-rewritten.ts';
import { storeRemoval } from './store-removal.ts';

interface TableProps {
  readonly partitionKey: Attribute;
  readonly sortKey?: Attribute;
  /** Attribute with the epoch seconds after which DynamoDB may delete the item. */
  readonly timeToLiveAttribute?: string;
  /** Contents of the table's stream; no stream if absent. */
  readonly stream?: StreamViewType;
  /** Resource policy of the table; none if absent. */
  readonly resourcePolicy?: PolicyDocument;
  /** Encryption key; AWS's own key for DynamoDB if absent. */
  readonly encryptionKey?: IKey;
}

/** Stream of keys alone: the publisher reads what the rows say from the table, so that no event is out of date. */
const tellsOfChanges = { stream: StreamViewType.KEYS_ONLY };

/** Stream of whole new rows, as announcements contain the whole enquiry. */
const tellsOfNewRows = { stream: StreamViewType.NEW_IMAGE };

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
const number = (name: string): Attribute => ({ name, type: AttributeType.NUMBER });

/** Tables of record, one for each concern, billed by use and restorable to any second of the last 35 days. */
export class Tables extends Construct {
  readonly locations: Table;
  readonly capabilities: Table;
  readonly billers: Table;
  readonly enquiries: Table;
  readonly enquiriesKey: EnquiriesKey;
  readonly apiKeys: Table;
  /** Audit trail of keys: actor, time and reason of each change. */
  readonly apiKeyEvents: Table;
  /** Time of the last use of each key. */
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
    // The bucket is a hash of the code: a table is read by some queries at a time, in order of code in each bucket.
    this.locations = table('Locations', {
      partitionKey: number('bucket'),
      sortKey: text('locationCode'),
      ...tellsOfChanges,
    });
    this.capabilities = table('Capabilities', { partitionKey: number('serviceCode'), ...tellsOfChanges });
    this.billers = table('Billers', { partitionKey: text('kind'), sortKey: text('code') });
    this.enquiriesKey = new EnquiriesKey(this, 'EnquiriesKey', stage);
    this.enquiries = table('Enquiries', {
      partitionKey: text('id'),
      timeToLiveAttribute: 'expiresAt',
      encryptionKey: this.enquiriesKey,
      ...tellsOfNewRows,
    });
    // Index for the command line alone; functions have no access. It holds no personal data.
    this.enquiries.addGlobalSecondaryIndex({
      indexName: enquiriesByStatus.name,
      partitionKey: text(enquiriesByStatus.partition),
      sortKey: text(enquiriesByStatus.sort),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: enquiriesByStatus.attributes,
    });
    // Expired keys are kept, to answer later who had them, and for how long.
    this.apiKeys = table('ApiKeys', { partitionKey: text('keyId') });
    this.apiKeyEvents = table('ApiKeyEvents', {
      partitionKey: text('keyId'),
      sortKey: text('event'),
      resourcePolicy: neverRewritten(),
    });
    // Separate from the keys, which the function that notes their use must not write.
    this.apiKeyUse = table('ApiKeyUse', { partitionKey: text('keyId') });
  }
}
