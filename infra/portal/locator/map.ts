import L from 'leaflet';
import Supercluster from 'supercluster';
import type { MapPlace } from '../../../shared/wire/map-file.ts';
import { drawBaseMap, maxOutlineZoom } from '../base-map/base-map-layer.ts';
import { isMotionReduced, onPage } from '../browser/dom.ts';
import { html } from '../layout/html.ts';
import type { PortalSettings } from '../settings.ts';
import { kindIcon } from './kinds.ts';
import { type LocatorState, type LocatorStore, shownPlaces } from './locator-state.ts';
import { type Bounds, type Coordinates, fullName } from './network.ts';

interface MapOptions {
  readonly basemap: PortalSettings['basemap'];
  /** The visitor searches the part of the map that is shown. */
  readonly onArea: (bounds: Bounds) => void;
  /** The visitor chooses places that are too close to each other to be shown apart. */
  readonly onPoint: (point: Coordinates) => void;
}

/** Australia with its islands, south-west and north-east. */
const country: L.LatLngBoundsLiteral = [
  [-43.8, 112.5],
  [-10, 154],
];

/** Largest zoom that a search chooses. */
const maxFitZoom = 15;

/** Zoom below which a place is too small to be found. */
const minPlaceZoom = 9;

/** Pixels within which places are shown as one. */
const clusterRadius = 56;

const pinSize = 32;
const dotSize = 22;

/**
 * Draws the whole network: clusters and single places that pass the filters, above them the results of the search, and
 * the selected place on top. It is hidden from screen readers, because the list has the same places.
 */
export const connectMap = (store: LocatorStore, { basemap, onArea, onPoint }: MapOptions): void => {
  const container = onPage('map', HTMLElement);
  const areaButton = onPage('search-area', HTMLButtonElement);
  const map = createMap(container, basemap);
  const clusterLayer = L.layerGroup().addTo(map);
  const pinLayer = L.layerGroup().addTo(map);
  let clusters: Supercluster<{ readonly place: MapPlace }> | undefined;
  let pins: ReadonlyMap<string, L.Marker> = new Map();
  /** The search to which the map was moved. */
  let fitted: LocatorState['where'];
  /** Whether the visitor moves the map, rather than the page. */
  let isVisitor = false;
  for (const gesture of ['pointerdown', 'wheel', 'keydown'])
    container.addEventListener(gesture, () => {
      isVisitor = true;
    });

  const drawClusters = () => {
    clusterLayer.clearLayers();
    for (const { geometry, properties } of clusters?.getClusters(
      [...boundsOf(map, 0.2)],
      Math.floor(map.getZoom()),
    ) ?? []) {
      const [lon = 0, lat = 0] = geometry.coordinates;
      const marker =
        'cluster_id' in properties
          ? clusterMarker({ lat, lon }, properties.point_count).on('click', () => {
              const zoom = clusters?.getClusterExpansionZoom(properties.cluster_id) ?? map.getMaxZoom();
              if (zoom <= map.getMaxZoom()) map.setView([lat, lon], zoom);
              else onPoint({ lat, lon });
            })
          : placeMarker(properties.place, store, dotSize, 'dot');
      marker.addTo(clusterLayer);
    }
  };

  const drawPlaces = (state: LocatorState) => {
    const { matching, where, selected, network } = state;
    const opened = network?.places.filter(({ id }) => id === selected) ?? [];
    const shown = new Map([...shownPlaces(state), ...opened].map((place) => [place.id, place]));
    const others = matching.filter(({ id }) => !shown.has(id));
    const maxZoom = Math.min(maxFitZoom, map.getMaxZoom());
    clusters = new Supercluster<{ readonly place: MapPlace }>({ radius: clusterRadius, maxZoom }).load(
      others.map((place) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
        properties: { place },
      })),
    );
    pinLayer.clearLayers();
    if (where && where.by !== 'outlet' && where.by !== 'area')
      L.marker([where.lat, where.lon], {
        icon: L.divIcon({ className: 'search-centre', iconSize: [18, 18] }),
        interactive: false,
        keyboard: false,
      }).addTo(pinLayer);
    pins = new Map([...shown].map(([id, place]) => [id, placeMarker(place, store, pinSize, 'pin')]));
    for (const pin of pins.values()) pin.addTo(pinLayer);
    drawClusters();
  };

  /** Moves the map without the offer to search the new area. */
  const move = (change: () => void) => {
    isVisitor = false;
    change();
  };
  const animate = !isMotionReduced();

  const showFound = ({ where, found }: LocatorState) => {
    if (!where || !found || where.by === 'area') return;
    const nearest = (found.inside.length > 0 ? found.inside : found.outside).slice(0, 20);
    // Nothing was found, so nothing would be seen there.
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
    drawClusters();
    if (isVisitor && store.get().network) areaButton.hidden = false;
  });
  areaButton.addEventListener('click', () => onArea(boundsOf(map)));
  new ResizeObserver(() => move(() => map.invalidateSize({ animate: false }))).observe(container);

  store.follow((state, previous) => {
    const { network, where, found, selected } = state;
    const drawn = ['matching', 'found', 'limit', 'selected'] as const;
    if (drawn.some((name) => state[name] !== previous[name])) drawPlaces(state);
    if (where !== previous.where) areaButton.hidden = true;
    if (found && where !== fitted) {
      fitted = where;
      showFound(state);
    }
    emphasise(state);
    const opened = network?.places.find(({ id }) => id === selected);
    if (opened && (selected !== previous.selected || !previous.network)) reveal(opened);
  });
};

const createMap = (container: HTMLElement, basemap: PortalSettings['basemap']): L.Map => {
  const isAnimated = !isMotionReduced();
  const map = L.map(container, {
    zoomAnimation: isAnimated,
    fadeAnimation: isAnimated,
    markerZoomAnimation: isAnimated,
    inertia: isAnimated,
    minZoom: 3,
    zoomSnap: 0.5,
    zoomControl: false,
    maxBounds: [
      [-84, 80],
      [50, 200],
    ],
  });
  map.attributionControl.setPrefix(false);
  map.fitBounds(country, { ...padding(), animate: false });
  L.control.zoom({ position: 'topright' }).addTo(map);
  L.control.scale({ position: 'bottomright', imperial: false, maxWidth: 120 }).addTo(map);
  // The keyboard zooms with plus and minus, so that the map is one stop.
  for (const link of container.querySelectorAll('.leaflet-control a')) link.setAttribute('tabindex', '-1');
  for (const pane of ['markerPane', 'tooltipPane']) map.getPane(pane)?.setAttribute('aria-hidden', 'true');
  drawBaseMap(map, basemap);
  return map;
};

/** Returns what the map shows, and a part of it more on each side. */
const boundsOf = (map: L.Map, more = 0): Bounds => {
  const bounds = map.getBounds().pad(more);
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
};

/** Room that search and sheet take of the map on phones. Those of a computer are beside it. */
const padding = (): { paddingTopLeft: L.PointTuple; paddingBottomRight: L.PointTuple } => {
  const [map, sheet] = [onPage('map', HTMLElement), onPage('sheet', HTMLElement)].map((part) =>
    part.getBoundingClientRect(),
  );
  const isPhone = matchMedia('(max-width: 52rem)').matches;
  // A full sheet leaves nothing to see anyway.
  const covered = isPhone && map && sheet ? Math.min(map.bottom - sheet.top, 0.6 * map.height) : 0;
  const search = isPhone ? onPage('search-panel', HTMLElement).clientHeight : 0;
  return {
    paddingTopLeft: [40, Math.max(40, search + 20)],
    paddingBottomRight: [40, Math.max(40, covered + 20)],
  };
};

const clusterMarker = ({ lat, lon }: Coordinates, count: number): L.Marker => {
  const size = 30 + 7 * Math.min(4, Math.log10(count));
  const label = count < 1_000 ? String(count) : `${(count / 1_000).toFixed(count < 10_000 ? 1 : 0)}k`;
  const icon = L.divIcon({ className: 'cluster', html: label, iconSize: [size, size] });
  return L.marker([lat, lon], { icon, keyboard: false });
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
