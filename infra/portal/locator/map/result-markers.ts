import L from 'leaflet';
import type { ShownWorkCentre } from '../api/answers.ts';
import type { Coordinates } from '../search/search.ts';
import type { LocatorState, LocatorStore } from '../state/locator-state.ts';

/** Pixels: large enough to be touched. */
const size = 28;

const element = (text: string): HTMLElement => {
  const span = document.createElement('span');
  span.textContent = text;
  return span;
};

const latLngOf = ({ lat, lon }: Coordinates): L.LatLngTuple => [lat, lon];

const positionOf = ({ location }: ShownWorkCentre): L.LatLngTuple => latLngOf(location.attributes);

const newMarker = (workCentre: ShownWorkCentre, place: number, store: LocatorStore): L.Marker => {
  const { id, attributes } = workCentre;
  const marker = L.marker(positionOf(workCentre), {
    icon: L.divIcon({ className: 'place-marker', html: element(String(place)), iconSize: [size, size] }),
    // The list says the same, in order: a hundred stops more would only keep the keyboard from what follows.
    keyboard: false,
    riseOnHover: true,
    // Where places hide one another the nearest is seen.
    zIndexOffset: -place * 10,
  });
  return marker
    .bindTooltip(element(attributes.business_long_name ?? attributes.business_name), {
      offset: [0, -size / 2],
      direction: 'top',
    })
    .on('click', () => store.set({ selected: id }))
    .on('mouseover', () => store.set({ highlighted: id }))
    .on('mouseout', () => store.set({ highlighted: undefined }));
};

/** Above all others. */
const raised = 10_000;

/** Keeps the places on the map as the store has them. */
export const followResultsOnMap = (map: L.Map, store: LocatorStore): void => {
  const layer = L.layerGroup().addTo(map);
  let markers: ReadonlyMap<string, L.Marker> = new Map();
  map.getPane('markerPane')?.setAttribute('aria-hidden', 'true');
  map.getPane('tooltipPane')?.setAttribute('aria-hidden', 'true');

  const drawPlaces = ({ found }: LocatorState) => {
    layer.clearLayers();
    if (!found) return;
    if (found.centre) {
      const icon = L.divIcon({ className: 'search-centre', iconSize: [18, 18] });
      L.marker(latLngOf(found.centre), { icon, interactive: false, keyboard: false }).addTo(layer);
    }
    markers = new Map(
      found.workCentres.map((workCentre, at) => [workCentre.id, newMarker(workCentre, at + 1, store)]),
    );
    for (const marker of markers.values()) marker.addTo(layer);
  };

  const showAll = ({ found }: LocatorState) => {
    if (!found?.centre) return;
    const bounds = L.latLngBounds([latLngOf(found.centre), ...found.workCentres.map(positionOf)]);
    map.fitBounds(bounds, { padding: [36, 36], maxZoom: 15 });
  };

  const emphasise = ({ selected, highlighted, found }: LocatorState) => {
    for (const [place, { id }] of (found?.workCentres ?? []).entries()) {
      const marker = markers.get(id);
      const isMeant = id === selected || id === highlighted;
      marker?.getElement()?.classList.toggle('selected', id === selected);
      marker?.getElement()?.classList.toggle('highlighted', id === highlighted);
      marker?.setZIndexOffset(isMeant ? raised : -place * 10);
    }
  };

  const revealSelected = ({ selected }: LocatorState) => {
    const at = markers.get(selected ?? '')?.getLatLng();
    if (at && !map.getBounds().contains(at)) map.panTo(at);
  };

  store.follow((state, before) => {
    if (state.found !== before.found) {
      drawPlaces(state);
      // Further pages are looked for in the list: the map stays where it was moved to.
      if (state.found?.search !== before.found?.search) showAll(state);
    }
    emphasise(state);
    if (state.selected !== before.selected) revealSelected(state);
  });
};
