import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { type FigureView, figureMetric, figureSearch } from './figure-metrics.ts';

const period = Duration.minutes(5);
const sum = { statistic: Stats.SUM, period };
const maximum = { statistic: Stats.MAXIMUM, period };

const graphOf =
  (width: number) =>
  (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
    new GraphWidget({ title, left: [...left], right: [...right], width, height: 6 });
const quarter = graphOf(6);
const third = graphOf(8);

/** Returns rows of widgets for business metrics: demand, rejected keys and the published catalogue. */
export const figureWidgets = (stage: StageSettings): readonly (readonly IWidget[])[] => {
  const platform = (name: Parameters<typeof figureMetric>[1], view: FigureView = sum) =>
    figureMetric(stage, name, 'platform', view);
  const catalogueAge = (service: 'locations-v2' | 'locations-v3') =>
    figureMetric(stage, 'CatalogueAge', service, { ...maximum, label: service });
  const failedAnswers = (service: string) =>
    figureMetric(stage, 'AnswersFailed', service, { ...sum, label: service });
  return [
    [
      quarter('Searches by operation', [figureSearch(stage, 'Searches', sum)]),
      quarter('Enquiries', [
        figureMetric(stage, 'EnquiriesTaken', 'bill-management-v1', { ...sum, label: 'accepted' }),
        platform('EnquiriesAnnounced', { ...sum, label: 'announced' }),
        platform('EnquiriesUnreadable', { ...sum, label: 'invalid' }),
      ]),
      quarter(
        'Export links by format (right axis: streamed bytes)',
        [figureSearch(stage, 'ExportDownloads', sum)],
        (['locations-v2', 'locations-v3'] as const).map((service) =>
          figureMetric(stage, 'BytesStreamed', service, { ...sum, label: service }),
        ),
      ),
      quarter(
        'Responses with status 500 or above',
        ['bill-management-v1', 'locations-v2', 'locations-v3'].map(failedAnswers),
      ),
    ],
    [
      quarter(
        'Rejected keys by reason (right axis: browser keys on other websites)',
        [figureSearch(stage, 'KeysRefused', sum)],
        [figureMetric(stage, 'OriginsRefused', 'locations-v3', sum)],
      ),
      quarter('Failed key lookups', [platform('AuthoriserFailures')]),
      quarter('Catalogue age (seconds)', [catalogueAge('locations-v2'), catalogueAge('locations-v3')]),
      quarter(
        'Reports about availability (right axis: % of the network not accepting parcels)',
        [platform('AvailabilityEvents'), platform('AvailabilityEventsRejected')],
        [platform('NotAcceptingPercent', maximum)],
      ),
    ],
    [
      third('Publications', [
        platform('PublicationSucceeded'),
        platform('PublicationRefused'),
        platform('PublicationHeld'),
        platform('PublicationFailed'),
        platform('PublisherFaults'),
        platform('PortalKeyMissing'),
        platform('HolidayHoursMissing', maximum),
      ]),
      third(
        'Imports (right axis: lines)',
        [platform('ImportSucceeded'), platform('ImportRefused'), platform('ImportFailed')],
        [platform('ImportLinesRead'), platform('ImportLinesRejected')],
      ),
      third(
        'Duration of publications and imports in seconds (right axis: records)',
        [platform('PublicationSeconds', maximum), platform('ImportSeconds', maximum)],
        [platform('LocationsPublished', maximum), platform('RowsLeftOut', maximum)],
      ),
    ],
  ];
};
