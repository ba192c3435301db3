import L from 'leaflet';
import * as z from 'zod/mini';
import { lazy } from '../../../shared/domain/lazy.ts';
import { fetchJson, followTheme } from '../browser/dom.ts';
import { html } from '../layout/html.ts';
import type { PortalSettings } from '../settings.ts';
import { decodeRing, townsWithRoom } from './outline.ts';

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
  let hasTiles = false;
  tiles.on('loading', () => {
    hasTiles = false;
  });
  tiles.on('tileload', () => {
    hasTiles = true;
  });
  // Some tiles may be missing outside the area that a server covers, but not all tiles in view.
  tiles.on('load', () => {
    if (hasTiles) return;
    // Deferred, because Leaflet has not finished with the tiles yet.
    setTimeout(() => {
      tiles.remove();
      fallBack();
    });
  });
};

const rings = z.array(z.array(z.int()));
const coastFile = z.object({ digits: z.int(), served: rings, neighbours: rings });
const townsFile = z.array(
  z.object({ name: z.string(), lat: z.number(), lon: z.number(), population: z.number() }),
);

const outlineCredit =
  'Coast <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener" tabindex="-1">© OpenStreetMap contributors</a>, without harbours and rivers · towns GeoNames';

/** Draws in panes behind the places, whose panes have a z-index of 400 or more. */
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
  map.createPane('land').style.zIndex = '200';
  const { digits, neighbours, served } = coastFile.parse(await fetchJson('/locator/coast.json'));
  for (const [kind, land] of Object.entries({ neighbours, served })) {
    const outlines = land.map((ring) => [decodeRing(ring, digits)]);
    const options = { className: `land ${kind}`, weight: 1, interactive: false, pane: 'land' };
    L.polygon(outlines, options).addTo(map);
  }
};

const labelTowns = async (map: L.Map): Promise<void> => {
  map.createPane('towns').style.zIndex = '350';
  const towns = townsFile.parse(await fetchJson('/locator/towns.json'));
  const names = L.layerGroup().addTo(map);
  const draw = () => {
    names.clearLayers();
    const labelled = townsWithRoom(towns, map.getSize(), ({ lat, lon }) =>
      map.latLngToContainerPoint([lat, lon]),
    );
    for (const { name, lat, lon, population } of labelled) {
      const className = population >= 100_000 ? 'town large' : 'town';
      const icon = L.divIcon({ className, html: html`<span>${name}</span>`.text, iconSize: [0, 0] });
      L.marker([lat, lon], { icon, interactive: false, keyboard: false, pane: 'towns' }).addTo(names);
    }
  };
  map.on('moveend', draw);
  draw();
};
