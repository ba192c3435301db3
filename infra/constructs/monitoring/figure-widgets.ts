import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { figureMetric, figureSearch } from './figure-metrics.ts';

const period = Duration.minutes(5);
const sum = { statistic: Stats.SUM, period };
const longest = { statistic: Stats.MAXIMUM, period };

const third = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: 8, height: 6 });

/** What the functions count of the business, a row each: what clients want, who is kept out, what they are served. */
export const figureWidgets = (stage: StageSettings): readonly (readonly IWidget[])[] => {
  const platform = (name: Parameters<typeof figureMetric>[1], view = sum) =>
    figureMetric(stage, name, 'platform', view);
  const catalogueAge = (service: 'locations-v2' | 'locations-v3') =>
    figureMetric(stage, 'CatalogueAge', service, { ...longest, label: service });
  return [
    [
      third('Searches by operation', [figureSearch(stage, 'Searches', sum)]),
      third('Enquiries taken', [figureMetric(stage, 'EnquiriesTaken', 'bill-management-v1', sum)]),
      third('Links to the export by format', [figureSearch(stage, 'ExportDownloads', sum)]),
    ],
    [
      third('Keys refused by reason', [figureSearch(stage, 'KeysRefused', sum)]),
      third('Keys that could not be looked up', [platform('AuthoriserFailures')]),
      third('Age of the catalogue in seconds', [catalogueAge('locations-v2'), catalogueAge('locations-v3')]),
    ],
    [
      third('Publications', [
        platform('PublicationSucceeded'),
        platform('PublicationRefused'),
        platform('PublicationHeld'),
        platform('PublicationFailed'),
      ]),
      third(
        'Imports (right: lines)',
        [platform('ImportSucceeded'), platform('ImportRefused'), platform('ImportFailed')],
        [platform('ImportLinesRead'), platform('ImportLinesRejected')],
      ),
      third(
        'Seconds of publications and imports (right: what was published)',
        [platform('PublicationSeconds', longest), platform('ImportSeconds', longest)],
        [platform('LocationsPublished', longest), platform('RowsLeftOut', longest)],
      ),
    ],
  ];
};
