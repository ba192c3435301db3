import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { completePlaces } from '../../shared/domain/place/place-index.ts';
import { described, integerParam } from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import { readCatalogue } from './catalogue-texts.ts';
import type { PlacesResponse } from './contract.ts';
import { toPlaceView } from './extensions/near.ts';
import { searchTextParam } from './extensions/search-text.ts';
import { searchHandler } from './service.ts';

export const request = {
  query: z.object({
    q: described(
      z.nonoptional(searchTextParam(), 'must be given'),
      'Text that the user has typed. A place matches if each word is in its suburb, state or postcode. The last word ' +
        'may be incomplete unless a space follows it.',
      'fitz',
    ),
    size: described(z._default(integerParam(1, 20), 8), 'Maximum number of places.', 8),
  }),
};

/** GET /locations/v3/places (getPlaces) */
export const listPlaces = (published: PublishedCatalogue) =>
  searchHandler(request, async ({ query: { q, size } }): Promise<Representation<PlacesResponse>> => {
    const { catalogue, texts: names } = await readCatalogue(published, (read) => read.placeNames());
    return new Representation({
      catalogue,
      body: () => ({ places: completePlaces(names, q, size).map(toPlaceView) }),
    });
  });

export const handler = listPlaces(deployedCatalogue());
