import { Writable } from 'node:stream';
import * as z from 'zod';
// Before the handlers, which ask for the runtime when they are loaded.
import '../../support/streaming-runtime.ts';
import { findPointsByPostcode } from '../../../functions/locations-v2/find-points-by-postcode.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import { listWorkCentres } from '../../../functions/locations-v3/list-work-centres.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/location-catalogue.ts';
import { commonHeaders } from '../../../shared/http/response-headers.ts';
import type { KeptPoint } from '../../../shared/wire/locations-v2/kept-point.ts';
import type { WorkCentreParts } from '../../../shared/wire/locations-v3/work-centre-line.ts';
import { type LambdaFunction, runStreaming } from '../../support/streaming-runtime.ts';
import { meanOfBatch, type Runner } from '../measure/interleaved-rounds.ts';
import { type AskedSearch, five, radiusKm } from './asked-search.ts';

export const handlerNames = {
  streamed: 'find-points-near, streamed',
  compressed: 'find-points-near, streamed, for a client that takes gzip',
  sink: 'a stream alone that is given the same text',
  nearCatalogue: 'catalogue: the same five points',
  plain: 'find-points-by-postcode, without the envelope',
  enveloped: 'find-points-by-postcode, with the buffered envelope',
  postcodeCatalogue: 'catalogue: the same five points of a postcode',
  envelope: 'the envelope alone, around the same text',
  page: 'list-work-centres, without the envelope',
  envelopedPage: 'list-work-centres, with the buffered envelope',
  pageCatalogue: 'catalogue: the same five work centres',
} as const;

/** Catalogues that are ready, as functions of both versions have them. */
export interface ReadyCatalogues {
  readonly points: LocationCatalogue<KeptPoint>;
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

type AnsweredText = (asked: AskedSearch) => string;

/**
 * The texts that the searches are answered with, each in one piece, as JSON.stringify would leave it. What is done with
 * a text depends on its length: Node has room for short ones, and asks the system for each that has more than 4 kB.
 */
const answeredTexts = async (
  all: readonly AskedSearch[],
  answer: (asked: AskedSearch) => Promise<Buffer>,
): Promise<AnsweredText> => {
  const texts = new Map<AskedSearch, string>();
  for (const asked of all) texts.set(asked, (await answer(asked)).toString());
  return (asked) => texts.get(asked) ?? '';
};

const bufferedAnswer = z.object({ body: z.string() });

const bufferedText = async (handler: LambdaFunction, event: object): Promise<Buffer> =>
  Buffer.from(bufferedAnswer.parse(await call(handler, event, {})).body);

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
  points: LocationCatalogue<KeptPoint>,
  all: readonly AskedSearch[],
): Promise<BatchRunner[]> => {
  const near = findPointsNear(published(points));
  const byPostcode = findPointsByPostcode(published(points));
  const nearText = await answeredTexts(all, async (asked) => (await runStreaming(near, asked.near)).body);
  const postcodeText = await answeredTexts(all, (asked) => bufferedText(byPostcode, asked.byPostcode));
  const names = handlerNames;
  return [
    runner(names.streamed, (asked) => call(near, asked.near, nowhere(), {})),
    runner(names.compressed, (asked) => call(near, asked.nearForGzip, nowhere(), {})),
    runner(names.sink, (asked) => sendAlone(nearText(asked))),
    runner(names.nearCatalogue, (asked) => points.nearest(areaAround(asked), {}, five)),
    runner(names.plain, (asked) => call(byPostcode, asked.byPostcode, {})),
    runner(names.enveloped, (asked) => enveloped(byPostcode, asked.byPostcode)),
    runner(names.postcodeCatalogue, ({ postcode }) => points.byPostcode(postcode, {})),
    runner(names.envelope, (asked) =>
      JSON.stringify({ statusCode: 200, headers: commonHeaders, body: postcodeText(asked) }),
    ),
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

/** Handlers over catalogues that are ready, and what of their work is not theirs, for searches of these. */
export const handlerRunners = async (
  { points, workCentres }: ReadyCatalogues,
  all: readonly AskedSearch[],
): Promise<BatchRunner[]> => [...(await pointRunners(points, all)), ...workCentreRunners(workCentres)];
