import { Writable } from 'node:stream';
// Before the handlers, which ask for the runtime when they are loaded.
import '../../support/streaming-runtime.ts';
import { findPointsByPostcode } from '../../../functions/locations-v2/find-points-by-postcode.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import { listWorkCentres } from '../../../functions/locations-v3/list-work-centres.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/location-catalogue.ts';
import { commonHeaders } from '../../../shared/http/response-headers.ts';
import type { WorkCentreParts } from '../../../shared/wire/locations-v3/work-centre-line.ts';
import { type LambdaFunction, runStreaming } from '../../support/streaming-runtime.ts';
import { meanOfBatch, type Runner } from '../measure/interleaved-rounds.ts';
import { type AskedSearch, five, radiusKm } from './asked-search.ts';

export const handlerNames = {
  streamed: 'find-points-near, streamed',
  compressed: 'find-points-near, streamed, for a client that takes gzip',
  sink: 'a stream alone that is given such a text',
  nearCatalogue: 'catalogue: the same five points',
  plain: 'find-points-by-postcode, without the envelope',
  enveloped: 'find-points-by-postcode, with the buffered envelope',
  postcodeCatalogue: 'catalogue: the same five points of a postcode',
  envelope: 'the envelope alone, around such a text',
  page: 'list-work-centres, without the envelope',
  envelopedPage: 'list-work-centres, with the buffered envelope',
  pageCatalogue: 'catalogue: the same five work centres',
} as const;

/** Catalogues that are ready, as functions of both versions have them. */
export interface ReadyCatalogues {
  readonly points: LocationCatalogue<string>;
  readonly workCentres: LocationCatalogue<WorkCentreParts>;
}

type BatchRunner = Runner<readonly AskedSearch[]>;

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

const call = (handler: LambdaFunction, ...given: unknown[]): unknown =>
  Reflect.apply(handler, undefined, given);

const enveloped = async (handler: LambdaFunction, event: object): Promise<string> =>
  JSON.stringify(await call(handler, event, {}));

const published = <Catalogue>(catalogue: Catalogue) => ({ current: () => Promise.resolve(catalogue) });

const areaAround = ({ centre }: AskedSearch) => ({ centre, radiusKm });

/** An answer's text in one piece, as JSON.stringify would leave it: sending it makes nothing of it but bytes. */
const sampleText = async (handler: LambdaFunction, { near }: AskedSearch): Promise<string> =>
  (await runStreaming(handler, near)).body.toString();

const sendAlone = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const stream = nowhere();
    stream.once('error', reject);
    stream.write(text);
    stream.end(resolve);
  });

const runner = (name: string, work: (asked: AskedSearch) => unknown): BatchRunner => ({
  name,
  run: meanOfBatch(work),
});

const pointRunners = async (
  points: LocationCatalogue<string>,
  sample: AskedSearch,
): Promise<BatchRunner[]> => {
  const near = findPointsNear(published(points));
  const byPostcode = findPointsByPostcode(published(points));
  const body = await sampleText(near, sample);
  const names = handlerNames;
  return [
    runner(names.streamed, (asked) => call(near, asked.near, nowhere(), {})),
    runner(names.compressed, (asked) => call(near, asked.nearForGzip, nowhere(), {})),
    runner(names.sink, () => sendAlone(body)),
    runner(names.nearCatalogue, (asked) => points.nearest(areaAround(asked), {}, five)),
    runner(names.plain, (asked) => call(byPostcode, asked.byPostcode, {})),
    runner(names.enveloped, (asked) => enveloped(byPostcode, asked.byPostcode)),
    runner(names.postcodeCatalogue, ({ postcode }) => points.byPostcode(postcode, {})),
    runner(names.envelope, () => JSON.stringify({ statusCode: 200, headers: commonHeaders, body })),
  ];
};

const workCentreRunners = (workCentres: LocationCatalogue<WorkCentreParts>): BatchRunner[] => {
  const list = listWorkCentres(published(workCentres));
  return [
    runner(handlerNames.page, (asked) => call(list, asked.workCentres, {})),
    runner(handlerNames.envelopedPage, (asked) => enveloped(list, asked.workCentres)),
    runner(handlerNames.pageCatalogue, (asked) =>
      workCentres.search({ filter: {}, area: areaAround(asked), offset: 0, size: five }),
    ),
  ];
};

/** Handlers over catalogues that are ready, and what of their work is not theirs. */
export const handlerRunners = async (
  { points, workCentres }: ReadyCatalogues,
  sample: AskedSearch,
): Promise<BatchRunner[]> => [...(await pointRunners(points, sample)), ...workCentreRunners(workCentres)];
