import L from 'leaflet';
import type { PortalSettings } from '../../settings.ts';
import { type Coordinates, chosenPoint } from '../search/search.ts';
import { drawBaseMap } from './base-map.ts';
import { onSingleClick } from './single-clicks.ts';

/** Australia with its islands, south-west and north-east. */
const country: L.LatLngBoundsLiteral = [
  [-44, 112],
  [-9.5, 155],
];

const nearestZoom = 17;

interface Options {
  readonly tiles: PortalSettings['tiles'];
  /** A point is clicked, or the middle of the map is chosen with Enter. */
  readonly onPoint: (point: Coordinates) => void;
}

const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The map of the page, without the places. */
export const networkMap = (container: HTMLElement, { tiles, onPoint }: Options): L.Map => {
  const isAnimated = !isMotionReduced();
  const map = L.map(container, {
    zoomAnimation: isAnimated,
    fadeAnimation: isAnimated,
    markerZoomAnimation: isAnimated,
    inertia: isAnimated,
    // Its first click searches, and moves the map to what is found.
    doubleClickZoom: false,
    minZoom: 3,
    maxZoom: nearestZoom,
    zoomSnap: 0.5,
    zoomControl: false,
    maxBounds: [
      [-65, 80],
      [15, 200],
    ],
  });
  map.attributionControl.setPrefix('Leaflet');
  map.fitBounds(country, { animate: false });
  // On the side of the thumb, and off the labels of the latitudes.
  L.control.zoom({ position: 'topright' }).addTo(map);
  // Above the credits, however many lines they take on a narrow page.
  L.control.scale({ position: 'bottomright', imperial: false, maxWidth: 140 }).addTo(map);

  container.setAttribute('role', 'application');
  container.setAttribute('aria-label', 'Map of the network');
  container.setAttribute('aria-describedby', 'map-help');
  onSingleClick(map, ({ lat, lng }) => onPoint(chosenPoint({ lat, lon: lng })));
  container.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== container) return;
    const { lat, lng } = map.getCenter();
    onPoint(chosenPoint({ lat, lon: lng }));
  });
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(container);
  void drawBaseMap(map, tiles);
  return map;
};
