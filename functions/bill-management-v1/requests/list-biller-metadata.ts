import * as z from 'zod';
import { textItem, textListParam } from '../../../shared/http/query-params.ts';

/** Filters of the list of billers: values of one comma list are alternatives, filters narrow each other. */
const billerQuery = z.object({
  billerCode: textListParam(textItem()),
  billerOrganisation: textListParam(textItem().transform((text) => text.toLowerCase())),
  billType: textListParam(textItem()),
});

/** Request schema of getBillerMetadaba. */
export const request = { query: billerQuery };
