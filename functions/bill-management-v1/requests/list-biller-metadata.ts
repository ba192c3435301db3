import * as z from 'zod';
import { textItem, textListParam } from '../../../shared/http/query-params.ts';

/** Filters of the list of billers: comma lists of alternatives, which narrow each other. */
const billerQuery = z.object({
  billerCode: textListParam(textItem()),
  billerOrganisation: textListParam(textItem().transform((text) => text.toLowerCase())),
  billType: textListParam(textItem()),
});

/** What getBillerMetadaba reads of a request. */
export const request = { query: billerQuery };
