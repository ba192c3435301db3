import type { Location } from '../../shared/domain/location/location.ts';
import type { Neighbour } from '../../shared/domain/location/location-catalogue.ts';
import { roundedKilometres } from '../../shared/wire/rounded-kilometres.ts';
import type { NearbyPoint, Point, PointsResponse } from './contract.ts';
import { toPoint } from './point-view.ts';

/**
 * JSON of each location's point, made once: a catalogue never changes, and an answer may hold 15,000 of them.
 * The entries go when their catalogue does. Kept without the two braces at the end, which close `geo_location`
 * and the point, so that a distance can follow.
 */
const openTexts = new WeakMap<Location, string>();

const openTextOf = (location: Location): string => {
  const known = openTexts.get(location);
  if (known !== undefined) return known;
  const text = JSON.stringify(toPoint(location)).slice(0, -'}}'.length);
  openTexts.set(location, text);
  return text;
};

/** The point as JSON. */
export const pointText = (location: Location): string => `${openTextOf(location)}}}`;

/** All that `geo_location` says of a point that was found around coordinates, and of no other. */
type Distance = Omit<NearbyPoint['geo_location'], keyof Point['geo_location']>;

/** The point as JSON, with its distance: a NearbyPoint of the contract. */
export const nearbyPointText = ({ location, distanceKm }: Neighbour): string => {
  const distance: Distance = { distance: roundedKilometres(distanceKm) };
  return `${openTextOf(location)},${JSON.stringify(distance).slice('{'.length)}}`;
};

const listName = 'points' satisfies keyof PointsResponse;

/** A piece below this would cost more to hand on than to make. */
const leastPieceCharacters = 32 * 1024;

/** The body `{"points":[...]}` in pieces of some tens of kB, each point's text made when its piece is due. */
export function* pointsBody<T>(items: Iterable<T>, toText: (item: T) => string): Generator<string> {
  let piece = `{"${listName}":[`;
  let separator = '';
  for (const item of items) {
    piece += separator + toText(item);
    separator = ',';
    if (piece.length >= leastPieceCharacters) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}
