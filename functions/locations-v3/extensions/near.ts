import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import { labelOf, type Place } from '../../../shared/domain/place/place.ts';
import { placesNamed } from '../../../shared/domain/place/place-index.ts';
import { extension, literalText, maxTextLength, textParamOf } from '../../../shared/http/query-params.ts';
import type { PlaceView, SearchPoint } from '../contract.ts';
import { hasWords } from './search-text.ts';

export const nearParameters = {
  near: extension(
    textParamOf(literalText(maxTextLength, undefined, hasWords)),
    'Name of the search point, instead of `lat` and `lon`: a postcode, or a suburb, optionally followed by a state ' +
      'and a postcode. If several places match, the most important one is used and others are listed in ' +
      '`search_point.alternatives`. If none matches, `search_point` is null and the list is empty.',
    'Fitzroy VIC',
  ),
};

/** Maximum number of other places that are listed if a name is ambiguous. */
const maxAlternatives = 5;

/**
 * Returns the best match for a name; null if no place matches, and undefined if no name is given. Throws the same
 * errors as TextIndexes.
 */
export const searchPointOf = async (
  near: string | undefined,
  catalogue: LocationCatalogue,
): Promise<SearchPoint | null | undefined> => {
  if (near === undefined) return undefined;
  const [place, ...others] = placesNamed(await catalogue.placeNames(), near);
  if (!place) return null;
  const { lat, lon, ...name } = toPlaceView(place);
  return { lat, lon, ...name, alternatives: others.slice(0, maxAlternatives).map(labelOf) };
};

export const toPlaceView = (place: Place): PlaceView => {
  const { suburb, state, postcode, lat, lon } = place;
  return { label: labelOf(place), suburb, state, postcode, lat, lon };
};
