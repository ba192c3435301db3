import L from 'leaflet';
import Supercluster from 'supercluster';
import { drawBaseMap, maxOutlineZoom } from '../../portal/base-map/base-map-layer.ts';
import { isMotionReduced } from '../../portal/browser/dom.ts';
import { html } from '../../portal/layout/html.ts';
import type { ListedLocation } from '../contract.ts';

/** Australia with its islands, south-west and north-east. */
const country: L.LatLngBoundsLiteral = [
  [-43.8, 112.5],
  [-10, 154],
];

const clusterRadius = 56;

export interface LocationMap {
  /** Shows these locations, near ones as one. */
  show(locations: readonly ListedLocation[]): void;
  /** Marks a location, and moves the map to it. */
  mark(location: ListedLocation | undefined): void;
}

/**
 * Draws the map of the network over the outline of the country, without a remote resource. It is hidden from screen
 * readers, because the list has the same locations.
 */
export const locationMap = (container: HTMLElement, onChoose: (code: string) => void): LocationMap => {
  const isAnimated = !isMotionReduced();
  const map = L.map(container, {
    minZoom: 3,
    zoomAnimation: isAnimated,
    fadeAnimation: isAnimated,
    markerZoomAnimation: isAnimated,
  });
  map.attributionControl.setPrefix(false);
  map.fitBounds(country, { animate: false });
  // The keyboard zooms with plus and minus, so that the map is one stop.
  for (const link of container.querySelectorAll('.leaflet-control a')) link.setAttribute('tabindex', '-1');
  for (const pane of ['markerPane', 'tooltipPane', 'overlayPane'])
    map.getPane(pane)?.setAttribute('aria-hidden', 'true');
  drawBaseMap(map, undefined);
  const points = L.layerGroup().addTo(map);
  const marked = L.layerGroup().addTo(map);
  let clusters: Supercluster<{ readonly location: ListedLocation }> | undefined;

  const draw = () => {
    points.clearLayers();
    if (!clusters) return;
    const bounds = map.getBounds().pad(0.2);
    const box: [number, number, number, number] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ];
    for (const { geometry, properties } of clusters.getClusters(box, Math.floor(map.getZoom()))) {
      const [lon = 0, lat = 0] = geometry.coordinates;
      const marker =
        'cluster_id' in properties
          ? clusterMarker(lat, lon, properties.point_count).on('click', () => {
              const zoom = clusters?.getClusterExpansionZoom(properties.cluster_id) ?? maxOutlineZoom;
              map.setView([lat, lon], Math.min(zoom, map.getMaxZoom()));
            })
          : pointMarker(properties.location).on('click', () => onChoose(properties.location.code));
      marker.addTo(points);
    }
  };
  map.on('moveend', draw);
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(container);

  return {
    show(locations) {
      clusters = new Supercluster<{ readonly location: ListedLocation }>({
        radius: clusterRadius,
        maxZoom: maxOutlineZoom - 1,
      }).load(
        locations.map((location) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [location.lon, location.lat] },
          properties: { location },
        })),
      );
      draw();
    },
    mark(location) {
      marked.clearLayers();
      if (!location) return;
      const { lat, lon } = location;
      L.marker([lat, lon], {
        icon: L.divIcon({ className: 'marked', iconSize: [22, 22] }),
        interactive: false,
        keyboard: false,
      }).addTo(marked);
      map.setView([lat, lon], Math.max(map.getZoom(), 11), { animate: isAnimated });
    },
  };
};

const clusterMarker = (lat: number, lon: number, count: number): L.Marker => {
  const size = 30 + 7 * Math.min(4, Math.log10(count));
  const label = count < 1_000 ? String(count) : `${(count / 1_000).toFixed(1)}k`;
  const icon = L.divIcon({ className: 'cluster', html: label, iconSize: [size, size] });
  return L.marker([lat, lon], { icon, keyboard: false });
};

const pointMarker = ({ lat, lon, name, code, type }: ListedLocation): L.Marker => {
  const icon = L.divIcon({ className: `point ${type}`, iconSize: [18, 18] });
  const label = html`${name} (${code})`.text;
  return L.marker([lat, lon], { icon, keyboard: false }).bindTooltip(label, {
    offset: [0, -9],
    direction: 'top',
  });
};
