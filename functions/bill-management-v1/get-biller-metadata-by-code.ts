import { billerRepository } from '../../shared/data-access/billing/biller-repository.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import type { BillerRepository } from '../../shared/domain/billing/biller.ts';
import { notFound } from '../../shared/http/api-error.ts';
import { quoted } from '../../shared/http/quoted.ts';
import type { BillerResponse } from './contract.ts';
import { request } from './requests/get-biller-metadata-by-code.ts';
import { searchHandler } from './service.ts';
import { toBillerResponse } from './views/biller-view.ts';

/** GET /bill-management-api/v1/biller-metadata/{code} (getBillerMetadabaByCode) */
export const getBillerMetadataByCode = (billers: BillerRepository) =>
  searchHandler(request, async ({ path }): Promise<BillerResponse> => {
    const biller = await billers.get(path.code);
    if (biller === undefined) throw notFound(`No biller has the code ${quoted(path.code)}.`);
    return toBillerResponse(biller);
  });

export const handler = getBillerMetadataByCode(billerRepository(tableFromEnvironment('BILLERS_TABLE')));
