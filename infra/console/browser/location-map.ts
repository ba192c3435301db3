import L from 'leaflet';
import { maxOutlineZoom } from '../../portal/base-map/base-map-layer.ts';
import { clusterLayer, createMap } from '../../portal/base-map/clustered-map.ts';
import { isMotionReduced } from '../../portal/browser/dom.ts';
import { html } from '../../portal/layout/html.ts';
import type { ListedLocation } from '../contract.ts';

/** Draws a map of the network on an outline of the country. Neither needs remote resources. */
export const locationMap = (container: HTMLElement, onChoose: (code: string) => void) => {
  const map = createMap(container, undefined);
  const markerOf = ({ lat, lon, name, code, type }: ListedLocation) => {
    const icon = L.divIcon({ className: `point ${type}`, iconSize: [18, 18] });
    const label = html`${name} (${code})`.text;
    return L.marker([lat, lon], { icon, keyboard: false })
      .bindTooltip(label, { offset: [0, -9], direction: 'top' })
      .on('click', () => onChoose(code));
  };
  const showPoints = clusterLayer(map, markerOf);
  const icon = L.divIcon({ className: 'marked', iconSize: [22, 22] });
  const marked = L.marker([0, 0], { icon, interactive: false, keyboard: false });
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(container);
  return {
    /** Shows these locations. Nearby ones are grouped. */
    show: (locations: readonly ListedLocation[]) => showPoints(locations, maxOutlineZoom - 1),
    /** Marks a location and moves the map to it, or removes the mark if there is no location. */
    mark(location: ListedLocation | undefined) {
      if (!location) return void marked.remove();
      const { lat, lon } = location;
      marked.setLatLng([lat, lon]).addTo(map);
      map.setView([lat, lon], Math.max(map.getZoom(), 11), { animate: !isMotionReduced() });
    },
  };
};
