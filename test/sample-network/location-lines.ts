import { addressesOf, deliveryPointOf, positionIn } from './location-address.ts';
import { detailsOf, firstAssetNumber, kinds, numberOf, servicesOf } from './location-kinds.ts';
import { mostPopulousPlaces } from './places.ts';

/** Every location of the sample network, as lines of an import file. */
export function* sampleLocationLines(placeCount = 1_100): Generator<Readonly<Record<string, unknown>>> {
  const next = { ...firstAssetNumber };
  for (const [index, place] of mostPopulousPlaces(placeCount).entries()) {
    for (const kind of kinds) {
      for (let number = 0; number < numberOf[kind](place.population); number++) {
        const code = `${next[kind]++}_${kind}`;
        const services = servicesOf(kind, code);
        yield {
          location_code: code,
          type: kind,
          work_centre_id: 400_000 + index * 10 + (kind === 'PO' ? number : kind === 'DC' ? 9 : 0),
          delivery_point_id: deliveryPointOf(code).ofLocation,
          ...positionIn(place, code),
          addresses: addressesOf(kind, place, code),
          services,
          ...detailsOf(kind, place, code, number, services),
        };
      }
    }
  }
}
