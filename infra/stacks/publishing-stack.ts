import { CfnOutput, Duration, Size, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AvailabilityAlarms } from '../constructs/availability/availability-alarms.ts';
import { AvailabilityReports, reporterHandler } from '../constructs/availability/availability-reports.ts';
import { AnnouncementAlarms } from '../constructs/enquiries/announcement-alarms.ts';
import { announcerHandler, EnquiryAnnouncer } from '../constructs/enquiries/enquiry-announcer.ts';
import type { EnquiryEvents } from '../constructs/enquiries/enquiry-events.ts';
import { type FunctionContext, OperationFunction } from '../constructs/functions/operation-function.ts';
import { ImportTriggers, importTimeout } from '../constructs/importing/import-triggers.ts';
import { KeyTrailWatch, keyTrailWatchHandler } from '../constructs/monitoring/key-trail-watch.ts';
import type { PageAlarmsProps } from '../constructs/monitoring/page-alarms.ts';
import type { AlarmContext } from '../constructs/monitoring/stage-alarm.ts';
import { PublicationAlarms } from '../constructs/publishing/publication-alarms.ts';
import { PublicationTriggers } from '../constructs/publishing/publication-triggers.ts';

const publisherHandler = 'functions/platform/publish-locations.ts';
/**
 * Returns the Node options of the publisher. Nearly all of its allocations are garbage as soon as a record has been
 * processed. Without a limit, Node lets the heap grow to the available memory, which does not make it faster: with
 * 21,000 locations, the publisher needs 250 to 310 MB with a limit and 430 to 500 MB without. Half of the function's
 * memory is enough, because the live data of any network that the function can process is smaller than that.
 */
export const publisherNodeOptions = (memoryMegabytes: number): string =>
  `--max-semi-space-size=8 --max-old-space-size=${Math.floor(memoryMegabytes / 2)}`;
const importerHandler = 'functions/platform/import-file.ts';

/** Handlers that this stack deploys. */
export const publishingHandlers: readonly string[] = [
  publisherHandler,
  importerHandler,
  announcerHandler,
  reporterHandler,
  keyTrailWatchHandler,
];

type PublishingContext = FunctionContext & AlarmContext & { readonly enquiryEvents: EnquiryEvents };

/**
 * Stack for background work: importing records, publishing the catalogue, receiving availability reports, announcing
 * enquiries and watching the key audit trail.
 */
export class PublishingStack extends Stack {
  readonly imports: ImportTriggers;
  /** Parts of the composite alarms that page. */
  readonly pages: Pick<PageAlarmsProps, 'catalogueAges' | 'enquiriesLost'>;

  constructor(scope: Construct, id: string, context: PublishingContext, props: StackProps) {
    super(scope, id, props);
    const { stage, stores, enquiryEvents } = context;

    const publisher = new OperationFunction(this, context, {
      handler: publisherHandler,
      access: [
        'locations:read',
        'location-changes:read',
        'capabilities:read',
        'places:read',
        'holidays:read',
        'published:write',
      ],
      // Lambda's maximum. Publishing a million locations takes several minutes, and the processor's speed is not
      // guaranteed.
      timeout: Duration.minutes(15),
      memoryMegabytes: stage.memoryMegabytes.publisher,
      // Space for the compressed exports, about 1 kB per location.
      temporaryStorage: Size.gibibytes(1),
      environment: { NODE_OPTIONS: publisherNodeOptions(stage.memoryMegabytes.publisher) },
    });
    const { undelivered } = new PublicationTriggers(this, 'PublicationTriggers', publisher, context);
    const { catalogueAges } = new PublicationAlarms(
      this,
      'PublicationAlarms',
      context,
      publisher,
      undelivered,
    );
    const importer = new OperationFunction(this, context, {
      handler: importerHandler,
      access: [
        'imports:read-write',
        'published:mark',
        'published:read',
        'availability:write',
        'locations:import',
        'location-changes:list',
        'capabilities:import',
        'billers:import',
      ],
      timeout: importTimeout,
      memoryMegabytes: stage.memoryMegabytes.importer,
    });
    this.imports = new ImportTriggers(this, 'ImportTriggers', importer, stores.imports);

    const reports = new AvailabilityReports(this, 'AvailabilityReports', context, enquiryEvents.bus);
    new AvailabilityAlarms(this, 'AvailabilityAlarms', context, reports.undelivered);

    const announcer = new EnquiryAnnouncer(this, context, enquiryEvents);
    const { enquiriesLost } = new AnnouncementAlarms(
      this,
      'AnnouncementAlarms',
      context,
      announcer,
      enquiryEvents.undelivered,
    );

    new KeyTrailWatch(this, context);
    this.pages = { catalogueAges, enquiriesLost };

    new CfnOutput(this, 'PublisherFunction', { value: publisher.functionName });
    new CfnOutput(this, 'AnnouncerFunction', { value: announcer.functionName });
  }
}
