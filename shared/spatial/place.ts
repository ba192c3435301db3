/** A place on the globe: WGS 84, degrees. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** A search point and how far around it to look, its rim included: kilometres, great circle. */
export interface SearchArea {
  readonly centre: Place;
  readonly radiusKm: number;
}

/** Places by position, in degrees. */
export interface PlaceColumns {
  readonly lat: Float64Array;
  readonly lon: Float64Array;
}
