import * as z from 'zod';
import { exactTextItem, textListParam } from '../../../shared/http/query-params.ts';

/** Filters of the list of billers: values of one comma list are alternatives, filters narrow each other. */
const billerQuery = z.object({
  billerCode: textListParam(exactTextItem()),
  billerOrganisation: textListParam(exactTextItem().transform((text) => text.toLowerCase())),
  billType: textListParam(exactTextItem()),
});

/** Request schema of getBillerMetadaba. */
export const request = { query: billerQuery };
