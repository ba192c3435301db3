import * as z from 'zod/mini';
import { billerRepository } from '../../shared/data-access/billing/biller-repository.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import type { BillerRepository } from '../../shared/domain/billing/biller.ts';
import { commaNote, described, textItem, textListParam } from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import type { BillersResponse } from './contract.ts';
import { searchHandler } from './service.ts';

/** Organisations are compared without regard to case. */
const organisation = z.pipe(
  textItem(),
  z.transform((text) => text.toLowerCase()),
);

export const request = {
  query: z.object({
    billerCode: described(
      textListParam(textItem()),
      `Comma-separated list of biller codes. A biller matches if its code is one of them. ${commaNote}`,
      '1000,1203',
    ),
    billerOrganisation: described(
      textListParam(organisation),
      `Comma-separated list of organisation names, not case-sensitive. A biller matches if it belongs to any of them. ${commaNote}`,
      'Wattle Group,Harbour Energy',
    ),
    billType: described(
      textListParam(textItem()),
      `Comma-separated list of bill type codes. A biller matches if its bill type is one of them. ${commaNote}`,
      'WATER,GAS',
    ),
  }),
};

/**
 * GET /bill-management-api/v1/biller-metadata (getBillerMetadaba): returns the billers that match all filters. Each
 * filter may list alternatives.
 */
export const listBillerMetadata = (billers: BillerRepository) =>
  searchHandler(request, async ({ query }): Promise<Representation<BillersResponse>> => {
    const { billerCode: codes, billerOrganisation: organisations, billType: billTypes } = query;
    const found = await billers.list({ codes, organisations, billTypes });
    return new Representation({ body: () => ({ billers: found }) });
  });

export const handler = listBillerMetadata(billerRepository(tableFromEnvironment('BILLERS_TABLE')));
