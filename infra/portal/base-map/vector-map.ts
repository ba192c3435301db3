import { layers, namedFlavor } from '@protomaps/basemaps';
import L from 'leaflet';
import {
  addProtocol,
  getVersion,
  type StyleSpecification,
  setWorkerUrl,
  Map as VectorMap,
} from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { followTheme } from '../browser/dom.ts';
import type { PortalSettings } from '../settings.ts';

type VectorBaseMap = Extract<NonNullable<PortalSettings['basemap']>, { kind: 'style' | 'pmtiles' }>;

/** MapLibre's tiles are 512 pixels wide, and Leaflet's 256. */
const zoomDifference = 1;

/**
 * Draws a style or an archive of vector tiles under a Leaflet map without zoom animation, and keeps it aligned with
 * that map. Calls `fallBack` if the style or the tiles cannot be loaded. Throws without WebGL. This module and MapLibre
 * are loaded only if they are needed.
 */
export const drawVectorMap = (map: L.Map, basemap: VectorBaseMap, fallBack: () => void): void => {
  // Otherwise MapLibre would start its worker from a blob, which the content policy forbids.
  setWorkerUrl(`/assets/maplibre-worker-${getVersion()}.js`);
  addProtocol('pmtiles', new Protocol().tile);
  const pane = map.createPane('vector');
  pane.style.zIndex = '200';
  const container = L.DomUtil.create('div', 'vector-map', pane);
  const vector = new VectorMap({
    container,
    ...view(map),
    interactive: false,
    attributionControl: false,
    // Slow software rendering is good enough, because the map is only a backdrop.
    canvasContextAttributes: { failIfMajorPerformanceCaveat: false },
  });
  const follow = () => {
    const { x, y } = map.getSize();
    Object.assign(container.style, { width: `${x}px`, height: `${y}px` });
    L.DomUtil.setPosition(container, map.containerPointToLayerPoint([0, 0]));
    vector.jumpTo(view(map));
  };
  map.on('move resize', follow);
  let hasTiles = false;
  vector.on('data', (event) => {
    if (event.dataType === 'source' && 'tile' in event && event.tile) hasTiles = true;
  });
  vector.on('error', ({ error }) => {
    if (hasTiles || !container.isConnected) return;
    console.warn(error);
    map.off('move resize', follow);
    vector.remove();
    container.remove();
    fallBack();
  });
  follow();
  followTheme((isDark) => {
    if (container.isConnected)
      vector.setStyle(basemap.kind === 'style' ? basemap.url : styleOf(basemap.path, isDark));
  });
};

const view = (map: L.Map) => {
  const { lat, lng } = map.getCenter();
  return { center: [lng, lat] as [number, number], zoom: map.getZoom() - zoomDifference };
};

/**
 * Returns the style for an archive with Protomaps layers. Labels use the browser's fonts, and there are no icons, so
 * that no other server is needed.
 */
const styleOf = (path: string, isDark: boolean): StyleSpecification => {
  const source = 'protomaps';
  const drawn = layers(source, namedFlavor(isDark ? 'dark' : 'light'), { lang: 'en' });
  return {
    version: 8,
    sources: { [source]: { type: 'vector', url: `pmtiles://${new URL(path, location.href)}` } },
    layers: drawn.filter((layer) => !('layout' in layer && layer.layout && 'icon-image' in layer.layout)),
  };
};
