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
  /** Attribute that contains the epoch second after which DynamoDB may delete the item. */
  readonly timeToLiveAttribute?: string;
  /** Content of the table's stream records. If absent, the table has no stream. */
  readonly stream?: StreamViewType;
  readonly resourcePolicy?: PolicyDocument;
  /** Encryption key of the table. If absent, AWS's own key for DynamoDB is used. */
  readonly encryptionKey?: IKey;
  /** Maximum write units per second. If absent, there is no maximum. */
  readonly maxWriteRequestUnits?: number;
}

/**
 * Stream records with only the key. The publisher reads the rows from the table, so that it never uses an outdated
 * record.
 */
const keyStream = { stream: StreamViewType.KEYS_ONLY };

/** Stream records with the new row, because announcements contain the whole enquiry. */
const rowStream = { stream: StreamViewType.NEW_IMAGE };

/**
 * Stream records with the row before and after a change, so that the content of a replaced audit trail entry is not
 * lost.
 */
const historyStream = { stream: StreamViewType.NEW_AND_OLD_IMAGES };

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
      encryptionKey: this.enquiriesKey,
      maxWriteRequestUnits: enquiriesMaxWriteUnits,
      ...rowStream,
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
      ...historyStream,
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

type DataAction = `dynamodb:${string}`;

/** Actions that add items. They can also replace an item, unless the writer sets a condition. */
const adding: readonly DataAction[] = ['dynamodb:PutItem', 'dynamodb:PartiQLInsert'];
const updating: readonly DataAction[] = ['dynamodb:UpdateItem', 'dynamodb:PartiQLUpdate'];
/** Actions that remove items. They include batch writes, which can only be denied as a whole. */
const removing: readonly DataAction[] = [
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
  transactional: readonly DataAction[],
  never: readonly DataAction[],
): PolicyDocument =>
  new PolicyDocument({
    statements: [
      deny('OnlyInTransactions', transactional, {
        // Also denies requests outside TransactWriteItems, because they lack this condition key.
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
    // A reference to the table's own ARN would be circular.
    resources: ['*'],
    ...(conditions && { conditions }),
  });
