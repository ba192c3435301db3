import L from 'leaflet';
import type * as z from 'zod/mini';
import type { PortalSettings } from '../../settings.ts';
import { outlineAnswer, townsAnswer } from './base-map-answers.ts';
import { degreesLabel, graticuleSpacing, multiplesWithin } from './graticule.ts';
import { type LabelledTown, townLabels } from './town-labels.ts';

const outlineCredit = 'Outline Natural Earth, off by up to a kilometre or so · places GeoNames';

/** Panes behind the places, which stand at 400 and above. */
const pane = (map: L.Map, name: string, zIndex: number): string => {
  map.createPane(name).style.zIndex = String(zIndex);
  return name;
};

const label = (at: L.LatLngExpression, text: string, className: string, paneName: string) =>
  L.marker(at, {
    icon: L.divIcon({ className, html: element(text), iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
    pane: paneName,
  });

const element = (text: string): HTMLElement => {
  const span = document.createElement('span');
  span.textContent = text;
  return span;
};

const drawGraticule = (map: L.Map) => {
  const lines = L.layerGroup().addTo(map);
  const paneName = pane(map, 'graticule', 250);
  const draw = () => {
    lines.clearLayers();
    const shown = map.getBounds();
    const bounds = {
      west: shown.getWest(),
      east: shown.getEast(),
      south: Math.max(-85, shown.getSouth()),
      north: Math.min(85, shown.getNorth()),
    };
    const spacing = graticuleSpacing(bounds);
    const style = { className: 'graticule', interactive: false, pane: paneName, weight: 1 };
    for (const lat of multiplesWithin(bounds.south, bounds.north, spacing)) {
      L.polyline(
        [
          [lat, bounds.west - 1],
          [lat, bounds.east + 1],
        ],
        style,
      ).addTo(lines);
      label([lat, bounds.west], degreesLabel(lat, 'N', 'S'), 'graticule-label', paneName).addTo(lines);
    }
    for (const lon of multiplesWithin(bounds.west, bounds.east, spacing)) {
      L.polyline(
        [
          [bounds.south - 1, lon],
          [bounds.north + 1, lon],
        ],
        style,
      ).addTo(lines);
      label([bounds.north, lon], degreesLabel(lon, 'E', 'W'), 'graticule-label top', paneName).addTo(lines);
    }
  };
  map.on('moveend', draw);
  draw();
};

const drawTowns = (map: L.Map, towns: readonly LabelledTown[]) => {
  const names = L.layerGroup().addTo(map);
  const paneName = pane(map, 'towns', 350);
  const draw = () => {
    names.clearLayers();
    const { x: width, y: height } = map.getSize();
    const pointOf = ({ lat, lon }: LabelledTown) => map.latLngToContainerPoint([lat, lon]);
    for (const { town } of townLabels(towns, { width, height, pointOf })) {
      const className = town.population >= 100_000 ? 'town large' : 'town';
      label([town.lat, town.lon], town.name, className, paneName).addTo(names);
    }
  };
  map.on('moveend', draw);
  draw();
};

/** Undefined where the file is missing: the map is of less use then, the search of no less. */
const fetched = async <T>(address: string, schema: z.ZodMiniType<T>): Promise<T | undefined> => {
  try {
    const answer = await fetch(address);
    return answer.ok ? schema.parse(await answer.json()) : undefined;
  } catch (error) {
    console.warn(error);
    return undefined;
  }
};

const drawOutline = async (map: L.Map): Promise<void> => {
  const paneName = pane(map, 'land', 200);
  drawGraticule(map);
  map.attributionControl.addAttribution(outlineCredit);
  const [outline, towns] = await Promise.all([
    fetched('/locator/outline.json', outlineAnswer),
    fetched('/locator/towns.json', townsAnswer),
  ]);
  if (outline) {
    L.geoJSON(outline, {
      interactive: false,
      pane: paneName,
      style: (feature) => ({ className: `land ${feature?.properties.kind}`, weight: 1 }),
    }).addTo(map);
  }
  if (towns) drawTowns(map, towns);
};

/** Draws what lies under the places: the tiles of the settings, or else the outline that comes with the portal. */
export const drawBaseMap = async (map: L.Map, tiles: PortalSettings['tiles']): Promise<void> => {
  if (!tiles) return drawOutline(map);
  // Leaflet reads an attribution as HTML.
  L.tileLayer(tiles.url, { attribution: element(tiles.attribution).innerHTML, maxZoom: 19 }).addTo(map);
};
