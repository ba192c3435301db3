import { CfnOutput, Duration, Size, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AnnouncementAlarms } from '../constructs/enquiries/announcement-alarms.ts';
import { announcerHandler, EnquiryAnnouncer } from '../constructs/enquiries/enquiry-announcer.ts';
import type { EnquiryEvents } from '../constructs/enquiries/enquiry-events.ts';
import { type FunctionHouse, OperationFunction } from '../constructs/functions/operation-function.ts';
import { ImportTriggers, importTimeout } from '../constructs/importing/import-triggers.ts';
import type { AlarmHouse } from '../constructs/monitoring/stage-alarm.ts';
import { PublicationAlarms } from '../constructs/publishing/publication-alarms.ts';
import { PublicationTriggers } from '../constructs/publishing/publication-triggers.ts';

const publisherHandler = 'functions/platform/publish-locations.ts';
/**
 * Nearly all that the publisher allocates lives for one record. Without it Node lets that garbage grow to a fourth of
 * all the memory it takes, and is no faster for it. Where Lambda starts Node with a size of its own (it has been a
 * twentieth of the function's memory), that one counts, and there is room for it.
 */
const publisherNodeOptions = '--max-semi-space-size=4';
const importerHandler = 'functions/platform/import-file.ts';

/** The handlers that this stack deploys. */
export const publishingHandlers: readonly string[] = [publisherHandler, importerHandler, announcerHandler];

type PublishingHouse = FunctionHouse & AlarmHouse & { readonly enquiryEvents: EnquiryEvents };

/**
 * What no client waits for: what brings records into the tables and from there into the catalogue that clients are
 * answered from, and what tells others of enquiries.
 */
export class PublishingStack extends Stack {
  readonly imports: ImportTriggers;

  constructor(scope: Construct, id: string, house: PublishingHouse, props: StackProps) {
    super(scope, id, props);
    const { stage, stores, alarmTopic, enquiryEvents } = house;

    const publisher = new OperationFunction(this, house, {
      handler: publisherHandler,
      access: ['locations:read', 'capabilities:read', 'published:write'],
      // The most that Lambda gives: a million locations take some minutes of a processor, whose speed nobody promises.
      timeout: Duration.minutes(15),
      memoryMegabytes: stage.memoryMegabytes.publisher,
      // The texts of all locations, and the blocks of their catalogues, wait in temporary files: 5 kB a location.
      temporaryStorage: Size.gibibytes(6),
      environment: { NODE_OPTIONS: publisherNodeOptions },
    });
    const { undelivered } = new PublicationTriggers(this, 'PublicationTriggers', {
      publisher,
      tables: stores.tables,
      stage,
    });
    new PublicationAlarms(this, 'PublicationAlarms', {
      publisher,
      undelivered,
      stage,
      alarmTopic,
    });
    const importer = new OperationFunction(this, house, {
      handler: importerHandler,
      access: [
        'imports:read-write',
        'published:mark',
        'locations:import',
        'capabilities:import',
        'billers:import',
      ],
      timeout: importTimeout,
      memoryMegabytes: stage.memoryMegabytes.importer,
      // The keys of all records are kept in a temporary file.
      temporaryStorage: Size.gibibytes(1),
    });
    this.imports = new ImportTriggers(this, 'ImportTriggers', { importer, imports: stores.imports });

    const announcer = new EnquiryAnnouncer(this, { ...house, events: enquiryEvents });
    const { undelivered: unannounced } = enquiryEvents;
    new AnnouncementAlarms(this, 'AnnouncementAlarms', {
      announcer,
      undelivered: unannounced,
      stage,
      alarmTopic,
    });

    new CfnOutput(this, 'PublisherFunction', { value: publisher.functionName });
    new CfnOutput(this, 'AnnouncerFunction', { value: announcer.functionName });
  }
}
