import { Writable } from 'node:stream';
import type { LambdaFunction } from '../../support/streaming-runtime.ts';
import '../../support/streaming-runtime.ts';
// Keeps the handler's metrics out of standard output, to which the report is written.
import '../../support/quiet-log.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { Place } from '../../../shared/spatial/index.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { type Runner, stopwatch } from '../measure.ts';

/** Measures a streaming handler in microseconds, from the gateway's event to the last byte. */
export const timedHandler = (handler: LambdaFunction) =>
  stopwatch((event: object) => Reflect.apply(handler, undefined, [event, discard(), {}]));

const discard = () => new Writable({ decodeStrings: false, write: (_chunk, _encoding, done) => done() });

export const eventToAnswerName = 'Waypost, event to response';

export const eventToAnswer = (catalogue: LocationCatalogue): Runner<Place> => {
  const answer = timedHandler(findPointsNear({ current: () => Promise.resolve(catalogue) }));
  return {
    name: eventToAnswerName,
    run: ({ lat, lon }) => {
      const resource = '/locations/v2/points/geo/{longitude}/{latitude}';
      const path = `/locations/v2/points/geo/${lon}/${lat}`;
      return answer(gatewayEventOf({ path }, resource, { longitude: String(lon), latitude: String(lat) }));
    },
  };
};
