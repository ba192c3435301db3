import L from 'leaflet';
import type { MapPlace } from '../../../shared/wire/map-file.ts';
import { maxOutlineZoom } from '../base-map/base-map-layer.ts';
import { clusterLayer, createMap } from '../base-map/clustered-map.ts';
import { isMotionReduced, onPage } from '../browser/dom.ts';
import { html } from '../layout/html.ts';
import type { PortalSettings } from '../settings.ts';
import { kindIcon } from './kinds.ts';
import { type LocatorState, type LocatorStore, shownPlaces } from './locator-state.ts';
import { type Bounds, type Coordinates, fullName } from './network.ts';

interface MapOptions {
  readonly basemap: PortalSettings['basemap'];
  /** Called when the visitor searches the visible part of the map. */
  readonly onArea: (bounds: Bounds) => void;
  /** Called when the visitor clicks places that are too close together to be shown separately. */
  readonly onPoint: (point: Coordinates) => void;
}

/** Maximum zoom that a search sets. */
const maxFitZoom = 15;

/** Zoom below which a single place is hard to find. */
const minPlaceZoom = 9;

const pinSize = 32;
const dotSize = 22;

/**
 * Draws all places that pass the filters, as clusters or single markers, then the search results above them, and the
 * selected place on top. The map is hidden from screen readers, because the list has the same places.
 */
export const connectMap = (store: LocatorStore, { basemap, onArea, onPoint }: MapOptions): void => {
  const container = onPage('map', HTMLElement);
  const areaButton = onPage('search-area', HTMLButtonElement);
  const map = createMap(container, basemap, padding());
  const showOthers = clusterLayer<MapPlace>(map, {
    markerOf: (place) => placeMarker(place, store, dotSize, 'dot'),
    onInseparable: (lat, lon) => onPoint({ lat, lon }),
  });
  const pinLayer = L.layerGroup().addTo(map);
  let pins: ReadonlyMap<string, L.Marker> = new Map();
  /** The search whose results the map was last moved to. */
  let fitted: LocatorState['where'];
  /** Whether the visitor, rather than the page, is moving the map. */
  let isVisitor = false;
  for (const gesture of ['pointerdown', 'wheel', 'keydown'])
    container.addEventListener(gesture, () => {
      isVisitor = true;
    });

  const drawPlaces = (state: LocatorState) => {
    const { matching, where, selected } = state;
    const opened = store.place(selected);
    const all = [...shownPlaces(state), ...(opened ? [opened] : [])];
    const shown = new Map(all.map((place) => [place.id, place]));
    const others = matching.filter(({ id }) => !shown.has(id));
    pinLayer.clearLayers();
    if (where && where.by !== 'outlet' && where.by !== 'area')
      L.marker([where.lat, where.lon], {
        icon: L.divIcon({ className: 'search-centre', iconSize: [18, 18] }),
        interactive: false,
        keyboard: false,
      }).addTo(pinLayer);
    pins = new Map([...shown].map(([id, place]) => [id, placeMarker(place, store, pinSize, 'pin')]));
    for (const pin of pins.values()) pin.addTo(pinLayer);
    showOthers(others, Math.min(maxFitZoom, map.getMaxZoom()));
  };

  /** Moves the map without offering to search the new area. */
  const move = (change: () => void) => {
    isVisitor = false;
    change();
  };
  const animate = !isMotionReduced();

  const showFound = ({ where, found }: LocatorState) => {
    if (!where || !found || where.by === 'area') return;
    const nearest = (found.inside.length > 0 ? found.inside : found.outside).slice(0, 20);
    // There are no results to show, so the map does not move.
    if (nearest.length === 0) return;
    const bounds = L.latLngBounds([[where.lat, where.lon]]);
    for (const { place } of nearest) bounds.extend([place.lat, place.lon]);
    move(() => map.fitBounds(bounds, { ...padding(), maxZoom: maxFitZoom, animate }));
  };

  const reveal = ({ lat, lon }: Coordinates) => {
    const zoom = Math.min(maxOutlineZoom, map.getMaxZoom());
    if (map.getZoom() < minPlaceZoom) move(() => map.setView([lat, lon], zoom, { animate: false }));
    move(() => map.panInside([lat, lon], { ...padding(), animate }));
  };

  const emphasise = ({ selected, highlighted }: LocatorState) => {
    for (const [id, pin] of pins) {
      pin.getElement()?.classList.toggle('selected', id === selected);
      pin.getElement()?.classList.toggle('highlighted', id === highlighted);
      pin.setZIndexOffset(id === selected || id === highlighted ? 10_000 : 1_000);
    }
  };

  map.on('moveend', () => {
    if (isVisitor && store.get().network) areaButton.hidden = false;
  });
  areaButton.addEventListener('click', () => onArea(boundsOf(map)));
  new ResizeObserver(() => move(() => map.invalidateSize({ animate: false }))).observe(container);

  store.follow((state, previous) => {
    const { where, found, selected } = state;
    const drawn = ['matching', 'found', 'limit', 'selected'] as const;
    if (drawn.some((name) => state[name] !== previous[name])) drawPlaces(state);
    if (where !== previous.where) areaButton.hidden = true;
    if (found && where !== fitted) {
      fitted = where;
      showFound(state);
    }
    emphasise(state);
    const opened = store.place(selected);
    if (opened && (selected !== previous.selected || !previous.network)) reveal(opened);
  });
};

const boundsOf = (map: L.Map): Bounds => {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
};

/** Returns the space that the search and the sheet cover on phones. On computers, they are beside the map. */
const padding = (): { paddingTopLeft: L.PointTuple; paddingBottomRight: L.PointTuple } => {
  const [map, sheet] = [onPage('map', HTMLElement), onPage('sheet', HTMLElement)].map((part) =>
    part.getBoundingClientRect(),
  );
  const isPhone = matchMedia('(max-width: 52rem)').matches;
  // A fully raised sheet leaves no visible map anyway.
  const covered = isPhone && map && sheet ? Math.min(map.bottom - sheet.top, 0.6 * map.height) : 0;
  const search = isPhone ? onPage('search-panel', HTMLElement).clientHeight : 0;
  return {
    paddingTopLeft: [40, Math.max(40, search + 20)],
    paddingBottomRight: [40, Math.max(40, covered + 20)],
  };
};

const placeMarker = (place: MapPlace, store: LocatorStore, size: number, className: string): L.Marker => {
  const { id, kind, lat, lon } = place;
  const icon = L.divIcon({
    className: `place-marker ${className}`,
    html: html`<span>${kindIcon(kind)}</span>`.text,
    iconSize: [size, size],
  });
  return L.marker([lat, lon], { icon, keyboard: false, riseOnHover: true })
    .bindTooltip(html`${fullName(place)}`.text, { offset: [0, -size / 2], direction: 'top' })
    .on('click', () => store.set({ selected: id }))
    .on('mouseover', () => store.set({ highlighted: id }))
    .on('mouseout', () => store.set({ highlighted: undefined }));
};
