import type L from 'leaflet';

/** How far apart a mouse may be pressed and released, pixels of each axis together: as Leaflet tells drags from clicks. */
const clickTolerance = 3;

interface Pixel {
  readonly clientX: number;
  readonly clientY: number;
}

const isNear = (one: Pixel, other: Pixel): boolean =>
  Math.abs(one.clientX - other.clientX) + Math.abs(one.clientY - other.clientY) < clickTolerance;

/**
 * Tells of clicks on the map beside its places and controls: once of a double click, and never of a drag. While a zoom
 * is under way Leaflet does not drag, and takes the end of the gesture for a click.
 */
export const onSingleClick = (map: L.Map, tell: (at: L.LatLng) => void): void => {
  let pressed: PointerEvent | undefined;
  map.getContainer().addEventListener('pointerdown', (event) => {
    // A finger that rolls a little is tapping: browsers tell that apart themselves.
    pressed = event.pointerType === 'touch' ? undefined : event;
  });
  map.on('click', ({ latlng, originalEvent }) => {
    if (originalEvent.detail > 1 || (pressed && !isNear(pressed, originalEvent))) return;
    tell(latlng);
  });
};
