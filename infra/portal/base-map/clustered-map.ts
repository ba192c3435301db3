import L from 'leaflet';
import Supercluster from 'supercluster';
import { isMotionReduced } from '../browser/dom.ts';
import type { PortalSettings } from '../settings.ts';
import { drawBaseMap } from './base-map-layer.ts';

/** South-west and north-east corners of Australia with its islands. */
const country: L.LatLngBoundsLiteral = [
  [-43.8, 112.5],
  [-10, 154],
];

/** Radius in pixels within which places are shown as one cluster. */
const clusterRadius = 56;

/** Creates a map of the country. `padding` is the space that other parts of the page cover. */
export const createMap = (
  container: HTMLElement,
  basemap: PortalSettings['basemap'],
  padding: L.FitBoundsOptions = {},
): L.Map => {
  const isAnimated = !isMotionReduced();
  const map = L.map(container, {
    // Vector tiles follow the map, but not the scaling of its panes.
    zoomAnimation: isAnimated && (!basemap || basemap.kind === 'raster'),
    fadeAnimation: isAnimated,
    markerZoomAnimation: isAnimated,
    inertia: isAnimated,
    minZoom: 3,
    zoomSnap: 0.5,
    zoomControl: false,
    maxBounds: [
      [-84, 80],
      [50, 200],
    ],
  });
  map.attributionControl.setPrefix(false);
  map.fitBounds(country, { ...padding, animate: false });
  L.control.zoom({ position: 'topright' }).addTo(map);
  L.control.scale({ position: 'bottomright', imperial: false, maxWidth: 120 }).addTo(map);
  // The plus and minus keys zoom, so the map is only one tab stop.
  for (const link of container.querySelectorAll('.leaflet-control a')) link.setAttribute('tabindex', '-1');
  // Hidden from screen readers, because a list contains the same places.
  for (const pane of ['markerPane', 'tooltipPane']) map.getPane(pane)?.setAttribute('aria-hidden', 'true');
  drawBaseMap(map, basemap);
  return map;
};

/**
 * Draws places, clustered up to `maxZoom` and separately beyond it. Returns a function that replaces them. A click on
 * places that no zoom separates calls `onInseparable`.
 */
export const clusterLayer = <Place extends { readonly lat: number; readonly lon: number }>(
  map: L.Map,
  markerOf: (place: Place) => L.Marker,
  onInseparable?: (lat: number, lon: number) => void,
): ((places: readonly Place[], maxZoom: number) => void) => {
  const layer = L.layerGroup().addTo(map);
  let clusters: Supercluster<{ readonly place: Place }> | undefined;
  const draw = () => {
    layer.clearLayers();
    const around = map.getBounds().pad(0.2);
    const { lat: south, lng: west } = around.getSouthWest();
    const { lat: north, lng: east } = around.getNorthEast();
    const zoom = Math.floor(map.getZoom());
    for (const { geometry, properties } of clusters?.getClusters([west, south, east, north], zoom) ?? []) {
      const [lon = 0, lat = 0] = geometry.coordinates;
      const marker =
        'cluster_id' in properties
          ? clusterMarker(lat, lon, properties.point_count).on('click', () => {
              const apart = clusters?.getClusterExpansionZoom(properties.cluster_id) ?? map.getMaxZoom();
              if (apart <= map.getMaxZoom()) map.setView([lat, lon], apart);
              else onInseparable?.(lat, lon);
            })
          : markerOf(properties.place);
      marker.addTo(layer);
    }
  };
  map.on('moveend', draw);
  return (places, maxZoom) => {
    clusters = new Supercluster<{ readonly place: Place }>({ radius: clusterRadius, maxZoom }).load(
      places.map((place) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
        properties: { place },
      })),
    );
    draw();
  };
};

const clusterMarker = (lat: number, lon: number, count: number): L.Marker => {
  const size = 30 + 7 * Math.min(4, Math.log10(count));
  const label = count < 1_000 ? String(count) : `${(count / 1_000).toFixed(count < 10_000 ? 1 : 0)}k`;
  const icon = L.divIcon({ className: 'cluster', html: label, iconSize: [size, size] });
  return L.marker([lat, lon], { icon, keyboard: false });
};
