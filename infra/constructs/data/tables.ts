import { ReferenceStrength, Stack, Tags } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { enquiriesByStatus, recoveryDays } from '../../../shared/domain/billing/enquiry.ts';
import { enquiriesMaxWriteUnits } from '../../stages/limits.ts';
import { stageTag } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { recordReference } from '../recorded-reference.ts';
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
  /** Maximum write units per second; no maximum if absent. */
  readonly maxWriteRequestUnits?: number;
}

/** Only keys: the publisher reads the rows from the table, so that no event is out of date. */
const keyStream = { stream: StreamViewType.KEYS_ONLY };

/** Whole new rows, because announcements contain the whole enquiry. */
const rowStream = { stream: StreamViewType.NEW_IMAGE };

/** Rows before and after a change, so that a replaced entry in the trail is not lost. */
const historyStream = { stream: StreamViewType.NEW_AND_OLD_IMAGES };

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
const number = (name: string): Attribute => ({ name, type: AttributeType.NUMBER });

/** Tables of record, one for each concern, billed by use and restorable to any second of the last 35 days. */
export class Tables extends Construct {
  readonly locations: Table;
  readonly capabilities: Table;
  /** Manual changes to locations: their overrides and their history. */
  readonly locationChanges: Table;
  readonly billers: Table;
  readonly enquiries: Table;
  readonly enquiriesKey: IKey;
  readonly apiKeys: Table;
  /** Audit trail: actor, time and reason for each change to a key, and for each read or erasure of enquiries. */
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
        pointInTimeRecoverySpecification: {
          pointInTimeRecoveryEnabled: true,
          recoveryPeriodInDays: recoveryDays,
        },
        deletionProtection: stage.storesOutliveStack,
        removalPolicy: storeRemoval(stage),
      });
    // The bucket is a hash of the code: several queries read the table at a time, each bucket in order of code.
    this.locations = table('Locations', {
      partitionKey: number('bucket'),
      sortKey: text('locationCode'),
      ...keyStream,
    });
    this.capabilities = table('Capabilities', { partitionKey: number('serviceCode'), ...keyStream });
    this.locationChanges = table('LocationChanges', {
      partitionKey: text('partition'),
      sortKey: text('id'),
      timeToLiveAttribute: 'expiresAt',
      ...keyStream,
    });
    this.billers = table('Billers', { partitionKey: text('kind'), sortKey: text('code') });
    // The enquiries are personal data: access to the table is not enough to read them, and CloudTrail records uses of
    // the key. Backups of the table need the key for as long as they are kept.
    this.enquiriesKey = new Key(this, 'EnquiriesKey', {
      alias: `waypost-${stage.name}-enquiries`,
      description: `Enquiries of Waypost ${stage.name}: table, backups and event bus`,
      enableKeyRotation: true,
      removalPolicy: storeRemoval(stage),
    });
    // A stage may be deployed with permissions for only its own keys, which have no names.
    Tags.of(this.enquiriesKey).add(stageTag, stage.name);
    this.enquiries = table('Enquiries', {
      partitionKey: text('id'),
      timeToLiveAttribute: 'expiresAt',
      encryptionKey: this.enquiriesKey,
      maxWriteRequestUnits: enquiriesMaxWriteUnits,
      ...rowStream,
    });
    // Index for the command line only; functions have no access. It contains no personal data.
    this.enquiries.addGlobalSecondaryIndex({
      indexName: enquiriesByStatus.name,
      partitionKey: text(enquiriesByStatus.partition),
      sortKey: text(enquiriesByStatus.sort),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: enquiriesByStatus.attributes,
    });
    // Expired keys are kept to show who had them and for how long.
    this.apiKeys = table('ApiKeys', {
      partitionKey: text('keyId'),
      resourcePolicy: writtenInTransactions(stage, [...adding, ...updating], removing),
    });
    this.apiKeyEvents = table('ApiKeyEvents', {
      partitionKey: text('keyId'),
      sortKey: text('event'),
      resourcePolicy: writtenInTransactions(stage, adding, [...updating, ...removing]),
      ...historyStream,
    });
    // Separate from the keys, which the function that records their use must not write.
    this.apiKeyUse = table('ApiKeyUse', { partitionKey: text('keyId') });
  }
}

/**
 * Returns a table for the event source of another stack. Its stream is a weak reference, because the stream of a
 * restored table is a new one, which CloudFormation would not let an export become while it is imported.
 */
export const withWeakStream = (scope: Construct, id: string, table: ITable): ITable => {
  const tableStreamArn = Stack.consumeReference(table.tableStreamArn ?? '', ReferenceStrength.WEAK);
  recordReference(scope, `${id}Stream`, tableStreamArn);
  return Table.fromTableAttributes(scope, id, { tableArn: table.tableArn, tableStreamArn });
};

type DataAction = `dynamodb:${string}`;

/** Actions that add items. They also replace items, unless the writer sets a condition. */
const adding: readonly DataAction[] = ['dynamodb:PutItem', 'dynamodb:PartiQLInsert'];
const updating: readonly DataAction[] = ['dynamodb:UpdateItem', 'dynamodb:PartiQLUpdate'];
/** Actions that remove items. Batch writes are among them, because they can only be denied as a whole. */
const removing: readonly DataAction[] = [
  'dynamodb:DeleteItem',
  'dynamodb:PartiQLDelete',
  'dynamodb:BatchWriteItem',
];

/**
 * Creates the policy of a keys table, for all principals, whatever their own permissions. Actions in `transactional`
 * are allowed only within TransactWriteItems, such as the transaction that writes a key and its trail entry. Actions in
 * `never`, and an expiry of items, are never allowed. Two ways around the policy remain: a transaction without a
 * condition can replace an entry in the trail, which the stream shows, and an administrator can replace the policy,
 * which CloudTrail records.
 */
const writtenInTransactions = (
  stage: StageSettings,
  transactional: readonly DataAction[],
  never: readonly DataAction[],
): PolicyDocument =>
  new PolicyDocument({
    statements: [
      deny('OnlyInTransactions', transactional, {
        // Also denies requests outside any operation, which lack the key.
        'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
      }),
      deny('Never', [
        ...never,
        'dynamodb:UpdateTimeToLive',
        ...(stage.storesOutliveStack ? ['dynamodb:DeleteTable'] : []),
      ]),
    ],
  });

const deny = (
  sid: string,
  actions: readonly string[],
  conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>,
): PolicyStatement =>
  new PolicyStatement({
    sid,
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [...actions],
    // The table's own ARN would be a circular reference.
    resources: ['*'],
    ...(conditions && { conditions }),
  });
