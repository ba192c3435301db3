/** The public interface of the spatial index, described in README.md. */
export type { Nearest } from './nearest.ts';
export {
  allBut,
  allOf,
  anyOf,
  type PositionSet,
  positionSet,
  positionsNumbered,
  unorderedPositionSet,
} from './position-set.ts';
export { openSpatialIndex } from './spatial-index.ts';
export {
  greatCircleKm,
  halfCircumferenceKm,
  type Place,
  type PlaceColumns,
  type SearchArea,
} from './sphere.ts';
export { type OrderedPlaces, orderedPlaces } from './tree.ts';
