import * as z from 'zod';
import { listParam, textItem } from '../../../shared/http/query-params.ts';

/** Filters of the list of billers: comma lists of alternatives, which narrow each other. */
const billerQuery = z.object({
  billerCode: listParam(textItem()),
  billerOrganisation: listParam(textItem().transform((text) => text.toLowerCase())),
  billType: listParam(textItem()),
});

/** What getBillerMetadaba reads of a request. */
export const request = { query: billerQuery };
