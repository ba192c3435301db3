import {
  CfnOutput,
  CfnResource,
  CrossStackReferences,
  ReferenceStrength,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Backups } from '../constructs/data/backups.ts';
import { AccessLogBucket, ImportBucket, PublishedBucket } from '../constructs/data/buckets.ts';
import { Tables } from '../constructs/data/tables.ts';
import { EnquiryEvents } from '../constructs/enquiries/enquiry-events.ts';
import { AlarmTopic } from '../constructs/monitoring/alarm-topics.ts';
import type { StageSettings, Urgency } from '../stages/stage-settings.ts';

/** Attributes of stores that other stacks may use, by resource type. */
const exportedAttributes: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['Ref', 'Arn'],
  'AWS::Events::EventBus': ['Ref', 'Arn'],
  'AWS::KMS::Key': ['Arn'],
  'AWS::S3::Bucket': ['Ref', 'Arn', 'RegionalDomainName'],
  'AWS::SNS::Topic': ['Ref'],
  'AWS::SQS::Queue': ['Arn', 'QueueName'],
};

/** Stack of all stores, whose contents cannot be recreated. */
export class DataStack extends Stack {
  readonly tables: Tables;
  readonly published: PublishedBucket;
  readonly imports: ImportBucket;
  readonly enquiryEvents: EnquiryEvents;
  readonly alarmTopics: Readonly<Record<Urgency, AlarmTopic>>;
  /** Daily backups. Absent if the stage has none. */
  readonly backups: Backups | undefined;

  constructor(scope: Construct, id: string, stage: StageSettings, props: StackProps) {
    super(scope, id, { ...props, terminationProtection: stage.storesOutliveStack });
    this.tables = new Tables(this, 'Tables', stage);
    const accessLogs = new AccessLogBucket(this, 'AccessLogs', stage);
    this.published = new PublishedBucket(this, 'Published', stage);
    this.imports = new ImportBucket(this, 'Imports', stage, accessLogs);
    this.enquiryEvents = new EnquiryEvents(this, 'EnquiryEvents', stage, this.tables.enquiriesKey);
    this.alarmTopics = {
      page: new AlarmTopic(this, 'Pages', stage, 'page'),
      ticket: new AlarmTopic(this, 'Tickets', stage, 'ticket'),
    };
    const { apiKeys, apiKeyEvents, enquiries, locationChanges } = this.tables;
    this.backups = stage.backups
      ? new Backups(this, 'Backups', stage, [enquiries, apiKeys, apiKeyEvents, locationChanges])
      : undefined;
    const outputs = {
      LocationsTable: this.tables.locations.tableName,
      CapabilitiesTable: this.tables.capabilities.tableName,
      LocationChangesTable: this.tables.locationChanges.tableName,
      BillersTable: this.tables.billers.tableName,
      EnquiriesTable: this.tables.enquiries.tableName,
      ApiKeysTable: this.tables.apiKeys.tableName,
      ApiKeyEventsTable: this.tables.apiKeyEvents.tableName,
      ApiKeyUseTable: this.tables.apiKeyUse.tableName,
      PublishedBucket: this.published.bucketName,
      ImportBucket: this.imports.bucketName,
      EventBus: this.enquiryEvents.bus.eventBusName,
      UndeliveredEvents: this.enquiryEvents.undelivered.queueUrl,
      PageTopic: this.alarmTopics.page.topicArn,
      TicketTopic: this.alarmTopics.ticket.topicArn,
      UndeliveredReader: this.enquiryEvents.undeliveredReader.roleArn,
      ...(this.backups && {
        BackupVault: this.backups.vault.backupVaultName,
        BackupRole: this.backups.role.roleArn,
      }),
    };
    for (const [key, value] of Object.entries(outputs)) new CfnOutput(this, key, { value });
    this.exportStores();
  }

  /**
   * Exports the names and ARNs of stores for other stacks, so that CloudFormation rejects a change that would replace
   * or remove a store in use. They are exported even if no stack uses them. Otherwise, a release that stops using one,
   * or a rollback to a release that did not use it yet, would remove an export that the deployed stacks still import.
   * Streams are the exception (see `withWeakStream`), because a restored table gets a new stream.
   */
  private exportStores(): void {
    for (const resource of this.node.findAll().filter(CfnResource.isCfnResource)) {
      CrossStackReferences.of(resource).produce(ReferenceStrength.STRONG);
      for (const attribute of exportedAttributes[resource.cfnResourceType] ?? [])
        this.exportValue(resource.getAtt(attribute));
    }
  }
}
