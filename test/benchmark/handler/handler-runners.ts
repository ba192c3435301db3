import { Writable } from 'node:stream';
// Before the handlers, which ask for the runtime when they are loaded.
import '../../support/streaming-runtime.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import { pointsView } from '../../../functions/locations-v2/published-points.ts';
import { listWorkCentres } from '../../../functions/locations-v3/list-work-centres.ts';
import { workCentresView } from '../../../functions/locations-v3/published-work-centres.ts';
import { openSnapshot } from '../../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import type { Place } from '../../../shared/spatial/place.ts';
import { gatewayEventOf } from '../../support/gateway-event-of.ts';
import { expectedOf } from '../../support/snapshot-of.ts';
import type { LambdaFunction } from '../../support/streaming-runtime.ts';
import { type Runner, stopwatch } from '../measure/interleaved-rounds.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';
import { bytesOf } from '../snapshot/stored-networks.ts';

/** A search as each of the two services is asked for it. */
export interface AskedSearch {
  readonly centre: Place;
  readonly point: object;
  readonly workCentre: object;
}

export const handlerNames = {
  streamed: 'find-points-near, streamed',
  streamedIndex: 'catalogue: the same five points',
  buffered: 'list-work-centres, without the envelope',
  enveloped: 'list-work-centres, with the buffered envelope',
  bufferedIndex: 'catalogue: the same five work centres',
  stringify: 'for comparison: JSON.stringify of a body of 4.5 KB',
} as const;

const size = 5;
const radiusKm = 50;

export const askedAround = (centre: Place): AskedSearch => {
  const { lat, lon } = centre;
  const workCentrePath = '/locations/v3/workcentres';
  return {
    centre,
    point: gatewayEventOf(
      { path: `/locations/v2/points/geo/${lon}/${lat}` },
      '/locations/v2/points/geo/{longitude}/{latitude}',
      { longitude: String(lon), latitude: String(lat) },
    ),
    workCentre: gatewayEventOf(
      { path: `${workCentrePath}?lat=${lat}&lon=${lon}&radius=${radiusKm}&size=${size}` },
      workCentrePath,
      {},
    ),
  };
};

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

const call = (handler: LambdaFunction, ...given: unknown[]): Promise<unknown> =>
  Reflect.apply(handler, undefined, given);

/** A body as large as five points are. */
const comparedBody = {
  points: Array.from({ length: size }, (_, number) => ({
    location_code: `${number}_PO`,
    name: 'x'.repeat(700),
    lines: Array.from({ length: 10 }, (_unused, line) => `line ${line}`),
  })),
};

/** Handlers over catalogues that are ready, and what of their work is the catalogue's. */
export const handlerRunners = (network: BenchmarkNetwork): Runner<AskedSearch>[] => {
  const pointBytes = bytesOf(network, 'snapshot of points');
  const workCentreBytes = bytesOf(network, 'snapshot of work centres');
  const points = openSnapshot(pointBytes, expectedOf(pointBytes), pointsView.readLine);
  const workCentres = openSnapshot(workCentreBytes, expectedOf(workCentreBytes), workCentresView.readLine);
  const near = findPointsNear({ current: () => Promise.resolve(points) });
  const list = listWorkCentres({ current: () => Promise.resolve(workCentres) });
  const areaAround = ({ centre }: AskedSearch) => ({ centre, radiusKm });
  return [
    { name: handlerNames.streamed, run: stopwatch((asked) => call(near, asked.point, nowhere(), {})) },
    {
      name: handlerNames.streamedIndex,
      run: stopwatch((asked) => points.nearest(areaAround(asked), {}, size)),
    },
    { name: handlerNames.buffered, run: stopwatch((asked) => call(list, asked.workCentre, {})) },
    {
      name: handlerNames.enveloped,
      run: stopwatch((asked) => call(list, asked.workCentre, {}).then((result) => JSON.stringify(result))),
    },
    {
      name: handlerNames.bufferedIndex,
      run: stopwatch((asked) => workCentres.search({ filter: {}, area: areaAround(asked), offset: 0, size })),
    },
    { name: handlerNames.stringify, run: stopwatch(() => JSON.stringify(comparedBody)) },
  ];
};
