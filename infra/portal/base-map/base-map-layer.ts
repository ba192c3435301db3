import L from 'leaflet';
import * as z from 'zod/mini';
import { lazy } from '../../../shared/domain/lazy.ts';
import { fetchJson, followTheme } from '../browser/dom.ts';
import { html } from '../layout/html.ts';
import type { PortalSettings } from '../settings.ts';
import { decodeRing } from './coast.ts';
import { type Town, townsWithRoom } from './town-labels.ts';

type BaseMap = NonNullable<PortalSettings['basemap']>;

/** Maximum zoom at which the country's outline looks right. Its coast is off by up to 300 m. */
export const maxOutlineZoom = 13;

/** Maximum zoom for a style or an archive, whose level of detail the page does not know. */
const maxVectorZoom = 18;

/**
 * Draws the base map that the settings define, below the places. If there is none, or it cannot be loaded, draws the
 * portal's own outline of the country, says so on the map, and limits the zoom to that of the outline.
 */
export const drawBaseMap = (map: L.Map, basemap: BaseMap | undefined): void => {
  if (!basemap) {
    drawOutline(map, 'This map shows no streets.');
    return;
  }
  map.setMaxZoom(basemap.kind === 'raster' ? basemap.maxZoom : maxVectorZoom);
  // Leaflet reads attributions as HTML.
  const attribution = html`${basemap.attribution}`.text;
  map.attributionControl.addAttribution(attribution);
  const fallBack = lazy(() => {
    map.attributionControl.removeAttribution(attribution);
    drawOutline(map, 'The street map could not be loaded. This outline shows no streets.');
  });
  if (basemap.kind === 'raster') drawTiles(map, basemap, fallBack);
  else
    import('./vector-map.ts')
      .then(({ drawVectorMap }) => drawVectorMap(map, basemap, fallBack))
      .catch((error: unknown) => {
        console.warn(error);
        fallBack();
      });
};

const drawTiles = (
  map: L.Map,
  { url, darkUrl = url, retina = false, maxZoom }: Extract<BaseMap, { kind: 'raster' }>,
  fallBack: () => void,
): void => {
  const tiles = L.tileLayer('', { maxZoom, detectRetina: retina });
  followTheme((isDark) => tiles.setUrl(isDark ? darkUrl : url));
  tiles.addTo(map);
  let [loaded, failed] = [0, 0];
  tiles.on('loading', () => {
    [loaded, failed] = [0, 0];
  });
  tiles.on('tileload', () => void loaded++);
  tiles.on('tileerror', () => void failed++);
  // Some tiles may be missing outside the area that a server covers, but not all tiles in view.
  tiles.on('load', () => {
    if (loaded > 0 || failed === 0) return;
    // Deferred, because Leaflet has not finished with the tiles yet.
    setTimeout(() => {
      tiles.remove();
      fallBack();
    });
  });
};

const rings = z.array(z.array(z.int()));
const coastFile = z.object({ digits: z.int(), served: rings, neighbours: rings });
const townsFile = z.array(z.tuple([z.string(), z.number(), z.number(), z.number()]));

const outlineCredit =
  'Coast <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener" tabindex="-1">© OpenStreetMap contributors</a>, without harbours and rivers · towns GeoNames';

const drawOutline = (map: L.Map, text: string): void => {
  map.setMaxZoom(maxOutlineZoom);
  map.attributionControl.addAttribution(outlineCredit);
  const note = new L.Control({ position: 'bottomleft' });
  note.onAdd = () => {
    const content = L.DomUtil.create('p', 'map-note');
    content.role = 'status';
    content.textContent = text;
    return content;
  };
  note.addTo(map);
  // Without these files, the map is less useful, but the search still works.
  drawCoast(map).catch(console.warn);
  labelTowns(map).catch(console.warn);
};

const drawCoast = async (map: L.Map): Promise<void> => {
  const pane = createPane(map, 'land', 200);
  const { digits, neighbours, served } = coastFile.parse(await fetchJson('/locator/coast.json'));
  for (const [kind, land] of Object.entries({ neighbours, served })) {
    const outlines = land.map((ring) => [
      decodeRing(ring, digits).map(([lon, lat]): L.LatLngTuple => [lat, lon]),
    ]);
    L.polygon(outlines, { className: `land ${kind}`, weight: 1, interactive: false, pane }).addTo(map);
  }
};

const labelTowns = async (map: L.Map): Promise<void> => {
  const pane = createPane(map, 'towns', 350);
  const rows = townsFile.parse(await fetchJson('/locator/towns.json'));
  const towns = rows.map(([name, lon, lat, population]): Town => ({ name, lon, lat, population }));
  const names = L.layerGroup().addTo(map);
  const draw = () => {
    names.clearLayers();
    const { x: width, y: height } = map.getSize();
    const pointOf = ({ lat, lon }: Town) => map.latLngToContainerPoint([lat, lon]);
    for (const { name, lat, lon, population } of townsWithRoom(towns, { width, height, pointOf })) {
      const className = population >= 100_000 ? 'town large' : 'town';
      const icon = L.divIcon({ className, html: html`<span>${name}</span>`.text, iconSize: [0, 0] });
      L.marker([lat, lon], { icon, interactive: false, keyboard: false, pane }).addTo(names);
    }
  };
  map.on('moveend', draw);
  draw();
};

/** Creates a pane behind the places, whose panes have a z-index of 400 or more. */
const createPane = (map: L.Map, name: string, zIndex: number): string => {
  map.createPane(name).style.zIndex = String(zIndex);
  return name;
};
