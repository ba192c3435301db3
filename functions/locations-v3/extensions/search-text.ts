import * as z from 'zod/mini';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type {
  CatalogueIndex,
  RankedRows,
} from '../../../shared/domain/location/catalogue/catalogue-index.ts';
import { rankByText } from '../../../shared/domain/location/catalogue/word-index.ts';
import { maxSearchWords, wordsOf } from '../../../shared/domain/text/words.ts';
import { extension, literalText, textParamOf } from '../../../shared/http/query-params.ts';

/** Checks that the text contains a word to search for. */
export const hasWords = z.refine<string>((text) => wordsOf(text).length > 0, 'must have a letter or digit');

/** Maximum length of a search text in code points. */
const maxLength = 100;

/** Creates a schema for search text. See SearchText. */
export const searchTextParam = () =>
  textParamOf(
    literalText(
      maxLength,
      `must have at most ${maxLength} characters`,
      hasWords,
      z.refine((text) => wordsOf(text).length <= maxSearchWords, `must have at most ${maxSearchWords} words`),
    ),
  );

export const textParameters = {
  q: extension(
    searchTextParam(),
    'Text to search for. A work centre matches if each word is in its name, long name or addresses, or if the ' +
      'text is its ID or `work_centre_id`. The last word may be incomplete unless a space follows it. Abbreviations ' +
      'such as `St` are understood, and a word that is not found is corrected if it has one typo. The best matches ' +
      'come first; equally good matches are ordered by type, then by distance or ID.',
    'smith st fitz',
  ),
};

/**
 * Returns a function that ranks work centres by the text; undefined if there is no text. Throws the same errors as
 * TextIndexes.
 */
export const textRanking = async (
  text: string | undefined,
  catalogue: LocationCatalogue,
): Promise<((index: CatalogueIndex) => RankedRows) | undefined> =>
  text === undefined ? undefined : rankByText(await catalogue.words(), text);
