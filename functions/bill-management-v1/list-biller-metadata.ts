import { billerRepository } from '../../shared/data-access/billing/biller-repository.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import type { BillerRepository } from '../../shared/domain/billing/biller.ts';
import type { BillersResponse } from './contract.ts';
import { request } from './requests/list-biller-metadata.ts';
import { searchHandler } from './service.ts';
import { toBillerResponse } from './views/biller-view.ts';

/** GET /bill-management-api/v1/biller-metadata (getBillerMetadaba) */
export const listBillerMetadata = (billers: BillerRepository) =>
  searchHandler(request, async ({ query }): Promise<BillersResponse> => {
    const matching = await billers.list({
      codes: query.billerCode,
      organisations: query.billerOrganisation,
      billTypes: query.billType,
    });
    return { billers: matching.map(toBillerResponse) };
  });

export const handler = listBillerMetadata(billerRepository(tableFromEnvironment('BILLERS_TABLE')));
