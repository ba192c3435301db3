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
import type { PortalSettings } from '../settings.ts';

type VectorBaseMap = Extract<NonNullable<PortalSettings['basemap']>, { kind: 'style' | 'pmtiles' }>;

/** Colours of the page. */
export interface Theme {
  isDark(): boolean;
  /** Calls back when they change. Returns a function that ends this. */
  onChange(callBack: () => void): () => void;
}

/** MapLibre has tiles of 512 pixels, and Leaflet of 256. */
const zoomDifference = 1;

/**
 * Draws a style, or an archive of vector tiles, under a Leaflet map, which stays the one that the visitor moves. Throws
 * without WebGL, and calls `fallBack` without style or tiles. This module and MapLibre are loaded only for that.
 */
export const drawVectorMap = (
  map: L.Map,
  basemap: VectorBaseMap,
  { theme, fallBack }: { readonly theme: Theme; readonly fallBack: () => void },
): void => {
  // Otherwise MapLibre would start its worker from a blob, which the content policy forbids.
  setWorkerUrl(`/assets/maplibre-worker-${getVersion()}.js`);
  addProtocol('pmtiles', new Protocol().tile);
  const pane = map.createPane('vector');
  pane.style.zIndex = '200';
  const container = L.DomUtil.create('div', 'vector-map leaflet-zoom-animated', pane);
  const styleNow = () => (basemap.kind === 'style' ? basemap.url : styleOf(basemap.path, theme.isDark()));
  const vector = new VectorMap({
    container,
    style: styleNow(),
    ...view(map),
    interactive: false,
    attributionControl: false,
    trackResize: false,
    // The map is the page's picture, not its content.
    canvasContextAttributes: { failIfMajorPerformanceCaveat: false },
  });
  const follow = () => {
    const { x, y } = map.getSize();
    Object.assign(container.style, { width: `${x}px`, height: `${y}px` });
    L.DomUtil.setTransform(container, map.containerPointToLayerPoint([0, 0]), 1);
    vector.jumpTo(view(map));
  };
  const resize = () => {
    follow();
    vector.resize();
  };
  /** Scales the picture while Leaflet zooms. */
  const animate = ({ center, zoom }: L.ZoomAnimEvent) => {
    const corner = map.containerPointToLatLng([0, 0]);
    const target = map
      .project(corner, zoom)
      .subtract(map.project(center, zoom))
      .add(map.getSize().divideBy(2))
      .add(map.containerPointToLayerPoint([0, 0]));
    L.DomUtil.setTransform(container, target, map.getZoomScale(zoom));
  };
  map.on('move', follow).on('resize', resize).on('zoomanim', animate);
  const stopTheme = theme.onChange(() => {
    if (basemap.kind === 'pmtiles') vector.setStyle(styleNow());
  });
  resize();
  let hasTiles = false;
  vector.on('data', (event) => {
    if (event.dataType === 'source' && 'tile' in event && event.tile) hasTiles = true;
  });
  vector.on('error', ({ error }) => {
    if (hasTiles) return;
    console.warn(error);
    map.off('move', follow).off('resize', resize).off('zoomanim', animate);
    stopTheme();
    vector.remove();
    container.remove();
    fallBack();
  });
};

const view = (map: L.Map) => {
  const { lat, lng } = map.getCenter();
  return { center: [lng, lat] as [number, number], zoom: map.getZoom() - zoomDifference };
};

/**
 * The style of an archive with the layers of Protomaps. It names neither fonts nor icons, so that no other server is
 * needed: labels have the fonts of the browser.
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
