/** The public interface of the spatial index, described in README.md. */
export type { Nearest } from './nearest.ts';
export {
  allOf,
  anyOf,
  type Bitmap,
  bytesOfSet,
  emptyBitmap,
  type PositionSet,
  positionSet,
  positionSetOf,
} from './position-set.ts';
export { openSpatialIndex, type SpatialIndex } from './spatial-index.ts';
export {
  chordMargin,
  greatCircleKm,
  halfCircumferenceKm,
  type Place,
  type PlaceColumns,
  type SearchArea,
} from './sphere.ts';
export { blocksOf, growTree, type OrderedPlaces, orderedPlaces, type TreeShape, treeWidth } from './tree.ts';
