import { Writable } from 'node:stream';
import * as z from 'zod';
// Before the handlers, which ask for the runtime when they are loaded.
import '../../support/streaming-runtime.ts';
import { findPointsByPostcode } from '../../../functions/locations-v2/find-points-by-postcode.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import { listWorkCentres } from '../../../functions/locations-v3/list-work-centres.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import { commonHeaders } from '../../../shared/http/headers.ts';
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
  page: 'list-work-centres, streamed',
  pageSink: 'a stream alone that is given the same work centres',
  pageCatalogue: 'catalogue: the same five work centres',
} as const;

/** Catalogues that are ready, as functions of both versions have them. */
export interface ReadyCatalogues {
  readonly points: LocationCatalogue<string>;
  readonly workCentres: LocationCatalogue<WorkCentreParts>;
}

type BatchRunner = Runner<readonly AskedSearch[]>;

/** Many times an answer of five. */
const memory = Buffer.allocUnsafe(256 * 1024);

/**
 * Lambda's stream is a request of Node's client of HTTP, which hands text to the system as it is. This one writes it into
 * memory that is there, as the system does: a stream that makes a buffer of each text has the collector work for it.
 */
const nowhere = () =>
  new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => {
      if (chunk.length > memory.length) throw new RangeError('an answer is longer than memory was kept for');
      if (typeof chunk === 'string') memory.write(chunk, encoding);
      else memory.set(chunk);
      done();
    },
  });

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

const nearRunners = async (
  { points }: ReadyCatalogues,
  all: readonly AskedSearch[],
): Promise<BatchRunner[]> => {
  const near = findPointsNear(published(points));
  const text = await answeredTexts(all, async (asked) => (await runStreaming(near, asked.near)).body);
  const names = handlerNames;
  return [
    runner(names.streamed, (asked) => call(near, asked.near, nowhere(), {})),
    runner(names.compressed, (asked) => call(near, asked.nearForGzip, nowhere(), {})),
    runner(names.sink, (asked) => sendAlone(text(asked))),
    runner(names.nearCatalogue, (asked) => points.nearest(areaAround(asked), {}, five)),
  ];
};

const postcodeRunners = async (
  { points }: ReadyCatalogues,
  all: readonly AskedSearch[],
): Promise<BatchRunner[]> => {
  const byPostcode = findPointsByPostcode(published(points));
  const text = await answeredTexts(all, (asked) => bufferedText(byPostcode, asked.byPostcode));
  const names = handlerNames;
  return [
    runner(names.plain, (asked) => call(byPostcode, asked.byPostcode, {})),
    runner(names.enveloped, (asked) => enveloped(byPostcode, asked.byPostcode)),
    runner(names.postcodeCatalogue, ({ postcode }) => points.byPostcode(postcode, {})),
    runner(names.envelope, (asked) =>
      JSON.stringify({ statusCode: 200, headers: commonHeaders, body: text(asked) }),
    ),
  ];
};

const workCentreRunners = async (
  { workCentres }: ReadyCatalogues,
  all: readonly AskedSearch[],
): Promise<BatchRunner[]> => {
  const list = listWorkCentres(published(workCentres));
  const text = await answeredTexts(all, async (asked) => (await runStreaming(list, asked.workCentres)).body);
  return [
    runner(handlerNames.page, (asked) => call(list, asked.workCentres, nowhere(), {})),
    runner(handlerNames.pageSink, (asked) => sendAlone(text(asked))),
    runner(handlerNames.pageCatalogue, (asked) =>
      workCentres.search({ filter: {}, area: areaAround(asked), offset: 0, size: five }),
    ),
  ];
};

/** The functions that are timed, one after the other. */
export const timedFunctions = ['find-points-near', 'find-points-by-postcode', 'list-work-centres'] as const;
export type TimedFunction = (typeof timedFunctions)[number];

type RunnersFor = (
  catalogues: ReadyCatalogues,
  all: readonly AskedSearch[],
) => readonly BatchRunner[] | Promise<readonly BatchRunner[]>;

/** The handler of each over a catalogue that is ready, and what of its work is not the handler's, for these searches. */
export const runnersOf: Readonly<Record<TimedFunction, RunnersFor>> = {
  'find-points-near': nearRunners,
  'find-points-by-postcode': postcodeRunners,
  'list-work-centres': workCentreRunners,
};
