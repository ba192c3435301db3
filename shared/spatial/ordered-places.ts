import { growTree } from './block-tree.ts';
import type { PlaceColumns } from './place.ts';
import { orderPlaces } from './place-order.ts';
import type { OrderedPlaces } from './spatial-index.ts';

/**
 * Puts places into the order that the index asks for, and grows their tree. The rank at a position is the number, among
 * those given, of the place that stands there: of two that are equally far the one that was given first comes first.
 */
export const orderedPlaces = (places: PlaceColumns): OrderedPlaces => {
  const rank = orderPlaces(places);
  const ordered = {
    lat: Float64Array.from(rank, (each) => places.lat[each] ?? 0),
    lon: Float64Array.from(rank, (each) => places.lon[each] ?? 0),
  };
  return { ...ordered, rank, tree: growTree(ordered) };
};
