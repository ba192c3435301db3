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
  type TableProps,
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

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
const number = (name: string): Attribute => ({ name, type: AttributeType.NUMBER });

/**
 * Tables of record, one for each concern. They are billed on demand, and can be restored to any second of the last 35
 * days.
 */
export class Tables extends Construct {
  readonly locations: Table;
  readonly capabilities: Table;
  /** Manual changes to locations: the current overrides and their history. */
  readonly locationChanges: Table;
  readonly billers: Table;
  readonly enquiries: Table;
  readonly enquiriesKey: IKey;
  readonly apiKeys: Table;
  /** Audit trail: actor, time and reason of each change to a key, and of each time enquiries were read or erased. */
  readonly apiKeyEvents: Table;
  /** Time of the last use of each key. */
  readonly apiKeyUse: Table;

  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id);
    const table = (name: string, props: TableProps) =>
      new Table(this, name, {
        billingMode: BillingMode.PAY_PER_REQUEST,
        encryption: TableEncryption.AWS_MANAGED,
        ...props,
        pointInTimeRecoverySpecification: {
          pointInTimeRecoveryEnabled: true,
          recoveryPeriodInDays: recoveryDays,
        },
        deletionProtection: stage.storesOutliveStack,
        removalPolicy: storeRemoval(stage),
      });
    // Streams of published records have only the key. The publisher reads the rows from the table, so that it never uses
    // an outdated record.
    const keyStream = { stream: StreamViewType.KEYS_ONLY };
    // The bucket is derived from a hash of the code. Several queries read the table in parallel, each returning one
    // bucket sorted by code.
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
    // The enquiries are personal data. Access to the table is not enough to read them, and CloudTrail records each use
    // of the key. Backups of the table need the key for as long as they are retained.
    this.enquiriesKey = new Key(this, 'EnquiriesKey', {
      alias: `waypost-${stage.name}-enquiries`,
      description: `Enquiries of Waypost ${stage.name}: table, backups and event bus`,
      enableKeyRotation: true,
      removalPolicy: storeRemoval(stage),
    });
    // The permissions of a deployment may be limited to the stage's own keys. Keys have no names, so a tag identifies
    // them.
    Tags.of(this.enquiriesKey).add(stageTag, stage.name);
    this.enquiries = table('Enquiries', {
      partitionKey: text('id'),
      timeToLiveAttribute: 'expiresAt',
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.enquiriesKey,
      maxWriteRequestUnits: enquiriesMaxWriteUnits,
      // Announcements contain the whole enquiry.
      stream: StreamViewType.NEW_IMAGE,
    });
    // Index for the command line only; functions have no access to it. It contains no personal data.
    this.enquiries.addGlobalSecondaryIndex({
      indexName: enquiriesByStatus.name,
      partitionKey: text(enquiriesByStatus.partition),
      sortKey: text(enquiriesByStatus.sort),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: enquiriesByStatus.attributes,
    });
    // Expired keys are kept to show who had each key and for how long.
    this.apiKeys = table('ApiKeys', {
      partitionKey: text('keyId'),
      resourcePolicy: writtenInTransactions(stage, [...adding, ...updating], removing),
    });
    this.apiKeyEvents = table('ApiKeyEvents', {
      partitionKey: text('keyId'),
      sortKey: text('event'),
      resourcePolicy: writtenInTransactions(stage, adding, [...updating, ...removing]),
      // With the row before a change, so that the content of a replaced entry is not lost.
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
    });
    // Separate, because the function that records key use must not be able to write to the keys table.
    this.apiKeyUse = table('ApiKeyUse', { partitionKey: text('keyId') });
  }
}

/**
 * Returns a table to use as an event source in another stack. The reference to its stream is weak: a restored table
 * gets a new stream, and CloudFormation would reject the changed export while another stack imports it.
 */
export const withWeakStream = (scope: Construct, id: string, table: ITable): ITable => {
  const tableStreamArn = Stack.consumeReference(table.tableStreamArn ?? '', ReferenceStrength.WEAK);
  recordReference(scope, `${id}Stream`, tableStreamArn);
  return Table.fromTableAttributes(scope, id, { tableArn: table.tableArn, tableStreamArn });
};

/** Actions that add items. They can also replace an item, unless the writer sets a condition. */
const adding: readonly string[] = ['dynamodb:PutItem', 'dynamodb:PartiQLInsert'];
const updating: readonly string[] = ['dynamodb:UpdateItem', 'dynamodb:PartiQLUpdate'];
/** Actions that remove items. They include batch writes, which can only be denied as a whole. */
const removing: readonly string[] = [
  'dynamodb:DeleteItem',
  'dynamodb:PartiQLDelete',
  'dynamodb:BatchWriteItem',
];

/**
 * Returns the resource policy of a keys table. It applies to all principals, whatever their own permissions. Actions in
 * `transactional` are allowed only within TransactWriteItems, such as the transaction that writes a key and its trail
 * entry. Actions in `never` are always denied, and so is changing the time to live. Two ways around the policy remain:
 * a transaction without a condition can replace an entry in the trail, which the stream shows, and an administrator can
 * replace the policy, which CloudTrail records.
 */
const writtenInTransactions = (
  stage: StageSettings,
  transactional: readonly string[],
  never: readonly string[],
): PolicyDocument => {
  // A reference to the table's own ARN would be circular.
  const denied = { effect: Effect.DENY, principals: [new AnyPrincipal()], resources: ['*'] };
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        ...denied,
        sid: 'OnlyInTransactions',
        actions: [...transactional],
        // Also denies requests outside TransactWriteItems, because they lack this condition key.
        conditions: {
          'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
        },
      }),
      new PolicyStatement({
        ...denied,
        sid: 'Never',
        actions: [
          ...never,
          'dynamodb:UpdateTimeToLive',
          ...(stage.storesOutliveStack ? ['dynamodb:DeleteTable'] : []),
        ],
      }),
    ],
  });
};
