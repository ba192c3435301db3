/** The one door of this room: what README.md speaks of, and what those need who keep places in columns of their own. */
export { type Bitmap, emptyBitmap } from './bitmap.ts';
export { growTree, type TreeShape } from './block-tree.ts';
export { blocksOf, treeWidth } from './blocks.ts';
export { chordMargin } from './chord.ts';
export { greatCircleKm, halfCircumferenceKm } from './great-circle.ts';
export { orderedPlaces } from './ordered-places.ts';
export type { Place, PlaceColumns, SearchArea } from './place.ts';
export { orderPlaces } from './place-order.ts';
export { allOf, anyOf, bytesOfSet, type PositionSet, positionSet, positionSetOf } from './position-set.ts';
export { type Nearest, type OrderedPlaces, openSpatialIndex, type SpatialIndex } from './spatial-index.ts';
