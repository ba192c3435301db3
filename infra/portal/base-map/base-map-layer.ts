import L from 'leaflet';
import * as z from 'zod/mini';
import type { PortalSettings } from '../settings.ts';
import { decodeRing } from './coast.ts';
import { type LabelledTown, townLabels } from './town-labels.ts';
import type { Theme } from './vector-map.ts';

type BaseMap = NonNullable<PortalSettings['basemap']>;

/** Largest zoom at which the outline of the country is right: its coast is off by up to 300 m. */
export const maxOutlineZoom = 13;

/** Largest zoom of a style or an archive, whose own detail the page does not know. */
const maxVectorZoom = 18;

/** Returns the largest zoom at which the base map of the settings has detail. */
export const maxZoomOf = (basemap: BaseMap | undefined): number => {
  if (!basemap) return maxOutlineZoom;
  return basemap.kind === 'raster' ? basemap.maxZoom : maxVectorZoom;
};

/**
 * Draws the base map of the settings under the places. Without one, or if it cannot be loaded, draws the outline that
 * comes with the portal, says so on the map, and ends the zoom where the outline does.
 */
export const drawBaseMap = (map: L.Map, basemap: BaseMap | undefined): void => {
  map.setMaxZoom(maxZoomOf(basemap));
  if (!basemap) {
    void drawOutline(map, 'This map shows no streets.');
    return;
  }
  const attribution = plainText(basemap.attribution);
  map.attributionControl.addAttribution(attribution);
  const fallBack = once(() => {
    map.attributionControl.removeAttribution(attribution);
    map.setMaxZoom(maxOutlineZoom);
    void drawOutline(map, 'The street map could not be loaded. This outline shows no streets.');
  });
  if (basemap.kind === 'raster') drawTiles(map, basemap, fallBack);
  else
    import('./vector-map.ts').then(
      ({ drawVectorMap }) => drawVectorMap(map, basemap, { theme, fallBack }),
      (error: unknown) => {
        console.warn(error);
        fallBack();
      },
    );
};

const drawTiles = (
  map: L.Map,
  { url, darkUrl = url, retina = false, maxZoom }: Extract<BaseMap, { kind: 'raster' }>,
  fallBack: () => void,
): void => {
  const addressNow = () => (theme.isDark() ? darkUrl : url);
  const tiles = L.tileLayer(addressNow(), { maxZoom, detectRetina: retina }).addTo(map);
  const stop = theme.onChange(() => tiles.setUrl(addressNow()));
  let [loaded, failed] = [0, 0];
  tiles.on('loading', () => {
    [loaded, failed] = [0, 0];
  });
  tiles.on('tileload', () => {
    loaded++;
  });
  tiles.on('tileerror', () => {
    failed++;
  });
  // A tile may be missing outside of the area that a server knows, but not all of a view.
  tiles.on('load', () => {
    if (loaded > 0 || failed === 0) return;
    stop();
    // Leaflet has not finished with the tiles yet.
    setTimeout(() => {
      tiles.remove();
      fallBack();
    });
  });
};

const darkScheme = '(prefers-color-scheme: dark)';

/** Colours of the page, as the visitor or the system chooses. */
const theme: Theme = {
  isDark() {
    const { theme: chosen } = document.documentElement.dataset;
    return chosen ? chosen === 'dark' : matchMedia(darkScheme).matches;
  },
  onChange(callBack) {
    const scheme = matchMedia(darkScheme);
    const observer = new MutationObserver(callBack);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    scheme.addEventListener('change', callBack);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', callBack);
    };
  },
};

// Outline

const ring = z.array(z.int());
const coastFile = z.object({
  digits: z.int(),
  served: z.array(ring),
  neighbours: z.array(ring),
});

const townsFile = z.pipe(
  z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
  z.transform((towns): readonly LabelledTown[] =>
    towns.map(([name, lon, lat, population]) => ({ name, lon, lat, population })),
  ),
);

const drawOutline = async (map: L.Map, note: string): Promise<void> => {
  addNote(map, note);
  map.attributionControl.addAttribution(outlineCredit);
  const land = pane(map, 'land', 200);
  const [coast, towns] = await Promise.all([
    fetchFile('/locator/coast.json', coastFile),
    fetchFile('/locator/towns.json', townsFile),
  ]);
  for (const kind of ['neighbours', 'served'] as const) {
    const rings = coast?.[kind].map((each) =>
      decodeRing(each, coast.digits).map(([lon, lat]): L.LatLngTuple => [lat, lon]),
    );
    const style = { className: `land ${kind}`, weight: 1, interactive: false, pane: land };
    if (rings)
      L.polygon(
        rings.map((each) => [each]),
        style,
      ).addTo(map);
  }
  if (towns) labelTowns(map, towns);
};

const outlineCredit =
  'Coast <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener" tabindex="-1">© OpenStreetMap contributors</a>, without harbours and rivers · towns GeoNames';

const labelTowns = (map: L.Map, towns: readonly LabelledTown[]): void => {
  const names = L.layerGroup().addTo(map);
  const townPane = pane(map, 'towns', 350);
  const draw = () => {
    names.clearLayers();
    const { x: width, y: height } = map.getSize();
    const pointOf = ({ lat, lon }: LabelledTown) => map.latLngToContainerPoint([lat, lon]);
    for (const { town } of townLabels(towns, { width, height, pointOf })) {
      const text = document.createElement('span');
      text.textContent = town.name;
      const className = town.population >= 100_000 ? 'town large' : 'town';
      L.marker([town.lat, town.lon], {
        icon: L.divIcon({ className, html: text, iconSize: [0, 0] }),
        interactive: false,
        keyboard: false,
        pane: townPane,
      }).addTo(names);
    }
  };
  map.on('moveend', draw);
  draw();
};

/** Shows a sentence on the map, which screen readers read too. */
const addNote = (map: L.Map, text: string): void => {
  const note = new L.Control({ position: 'bottomleft' });
  note.onAdd = () => {
    const content = document.createElement('p');
    content.className = 'map-note';
    content.setAttribute('role', 'status');
    content.textContent = text;
    return content;
  };
  note.addTo(map);
};

/** Returns undefined if the file is missing: the map is less useful then, but the search is not. */
const fetchFile = async <T>(address: string, schema: z.ZodMiniType<T>): Promise<T | undefined> => {
  try {
    const response = await fetch(address);
    return response.ok ? schema.parse(await response.json()) : undefined;
  } catch (error) {
    console.warn(error);
    return undefined;
  }
};

/** Creates a pane behind the places, whose pane has 400 and those above it more. */
const pane = (map: L.Map, name: string, zIndex: number): string => {
  map.createPane(name).style.zIndex = String(zIndex);
  return name;
};

/** Leaflet reads attributions as HTML. */
const plainText = (text: string): string => {
  const span = document.createElement('span');
  span.textContent = text;
  return span.innerHTML;
};

const once = (act: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
};
