import L from 'leaflet';
import type { MapPlace } from '../../../shared/wire/map-file.ts';
import { maxOutlineZoom } from '../base-map/base-map-layer.ts';
import { clusterLayer, createMap } from '../base-map/clustered-map.ts';
import { isMotionReduced, onPage } from '../browser/dom.ts';
import { html } from '../layout/html.ts';
import type { PortalSettings } from '../settings.ts';
import { kindIcon } from './kinds.ts';
import { type LocatorStore, shownPlaces } from './locator-state.ts';
import { fullName, type Where, whereArea, wherePoint } from './network.ts';

/** Maximum zoom that a search sets. */
const maxFitZoom = 15;

/** Zoom below which a single place is hard to find. */
const minPlaceZoom = 9;

/** Sizes of markers in pixels: pins for the places in the list, dots for all others. */
const markerSizes = { pin: 32, dot: 22 };

/**
 * Draws all places that pass the filters, as clusters or single markers, then the search results above them, and the
 * selected place on top. The map is hidden from screen readers, because the list has the same places. Calls `search`
 * when the visitor searches the visible area, or clicks places that are too close together to be shown separately.
 */
export const connectMap = (
  store: LocatorStore,
  basemap: PortalSettings['basemap'],
  search: (where: Where) => void,
): void => {
  const container = onPage('map', HTMLElement);
  const areaButton = onPage('search-area', HTMLButtonElement);
  const map = createMap(container, basemap, padding());
  const showOthers = clusterLayer<MapPlace>(
    map,
    (place) => placeMarker(place, store, 'dot'),
    (lat, lon) => search(wherePoint({ lat, lon }, 'this point')),
  );
  const pinLayer = L.layerGroup().addTo(map);
  let pins: ReadonlyMap<string, L.Marker> = new Map();
  /** The search whose results the map was last moved to. */
  let fitted: Where | undefined;
  /** Whether the visitor, rather than the page, is moving the map. */
  let isVisitor = false;
  for (const gesture of ['pointerdown', 'wheel', 'keydown'])
    container.addEventListener(gesture, () => {
      isVisitor = true;
    });
  /** Moves the map without offering to search the new area. */
  const move = (change: () => void) => {
    isVisitor = false;
    change();
  };
  const animate = !isMotionReduced();

  map.on('moveend', () => {
    if (isVisitor && store.get().network) areaButton.hidden = false;
  });
  areaButton.addEventListener('click', () => {
    const bounds = map.getBounds();
    search(whereArea([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]));
  });
  new ResizeObserver(() => move(() => map.invalidateSize({ animate: false }))).observe(container);

  store.follow(['matching', 'found', 'limit', 'selected'], (state) => {
    const { matching, where, selected } = state;
    const opened = store.place(selected);
    const all = [...shownPlaces(state), ...(opened ? [opened] : [])];
    pins = new Map(all.map((place) => [place.id, placeMarker(place, store, 'pin')]));
    pinLayer.clearLayers();
    if (where && where.by !== 'outlet' && where.by !== 'area')
      L.marker([where.lat, where.lon], {
        icon: L.divIcon({ className: 'search-centre', iconSize: [18, 18] }),
        interactive: false,
        keyboard: false,
      }).addTo(pinLayer);
    for (const pin of pins.values()) pin.addTo(pinLayer);
    const others = matching.filter(({ id }) => !pins.has(id));
    showOthers(others, Math.min(maxFitZoom, map.getMaxZoom()));
  });
  store.follow(['where'], () => {
    areaButton.hidden = true;
  });
  store.follow(['where', 'found'], ({ where, found }) => {
    if (!where || !found || where === fitted) return;
    fitted = where;
    const nearest = (found.inside.length > 0 ? found.inside : found.outside).slice(0, 20);
    // An area is shown already, and without results, there is nothing else to show.
    if (where.by === 'area' || nearest.length === 0) return;
    const points = [where, ...nearest.map(({ place }) => place)];
    const bounds = L.latLngBounds(points.map(({ lat, lon }) => [lat, lon]));
    move(() => map.fitBounds(bounds, { ...padding(), maxZoom: maxFitZoom, animate }));
  });
  store.follow(['matching', 'found', 'limit', 'selected', 'highlighted'], ({ selected, highlighted }) => {
    for (const [id, pin] of pins) {
      pin.getElement()?.classList.toggle('selected', id === selected);
      pin.getElement()?.classList.toggle('highlighted', id === highlighted);
      pin.setZIndexOffset(id === selected || id === highlighted ? 10_000 : 1_000);
    }
  });
  store.follow(['selected', 'network'], ({ selected }) => {
    const opened = store.place(selected);
    if (!opened) return;
    const point: L.LatLngTuple = [opened.lat, opened.lon];
    const zoom = Math.min(maxOutlineZoom, map.getMaxZoom());
    if (map.getZoom() < minPlaceZoom) move(() => map.setView(point, zoom, { animate: false }));
    move(() => map.panInside(point, { ...padding(), animate }));
  });
};

/** Returns the space that the search and the sheet cover on phones. On computers, they are beside the map. */
const padding = (): { paddingTopLeft: L.PointTuple; paddingBottomRight: L.PointTuple } => {
  const isPhone = matchMedia('(max-width: 52rem)').matches;
  const map = onPage('map', HTMLElement).getBoundingClientRect();
  const sheet = onPage('sheet', HTMLElement).getBoundingClientRect();
  // A fully raised sheet leaves no visible map anyway.
  const covered = isPhone ? Math.min(map.bottom - sheet.top, 0.6 * map.height) : 0;
  const search = isPhone ? onPage('search-panel', HTMLElement).clientHeight : 0;
  return {
    paddingTopLeft: [40, Math.max(40, search + 20)],
    paddingBottomRight: [40, Math.max(40, covered + 20)],
  };
};

const placeMarker = (place: MapPlace, store: LocatorStore, form: keyof typeof markerSizes): L.Marker => {
  const { id, kind, lat, lon } = place;
  const size = markerSizes[form];
  const icon = L.divIcon({
    className: `place-marker ${form}`,
    html: kindIcon(kind).text,
    iconSize: [size, size],
  });
  return L.marker([lat, lon], { icon, keyboard: false, riseOnHover: true })
    .bindTooltip(html`${fullName(place)}`.text, { offset: [0, -size / 2], direction: 'top' })
    .on('click', () => store.set({ selected: id }))
    .on('mouseover', () => store.set({ highlighted: id }))
    .on('mouseout', () => store.set({ highlighted: undefined }));
};
