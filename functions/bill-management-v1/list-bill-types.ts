import { billerRepository } from '../../shared/data-access/billing/biller-repository.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import type { BillerRepository } from '../../shared/domain/billing/biller.ts';
import { Representation } from '../../shared/http/representation.ts';
import type { BillTypesResponse } from './contract.ts';
import { searchHandler } from './service.ts';

/** GET /bill-management-api/v1/biller-metadata/bill-types (getBillTypes) */
export const listBillTypes = (billers: BillerRepository) =>
  searchHandler({}, async (): Promise<Representation<BillTypesResponse>> => {
    const billTypes = await billers.listBillTypes();
    return new Representation({ body: () => ({ billTypes }) });
  });

export const handler = listBillTypes(billerRepository(tableFromEnvironment('BILLERS_TABLE')));
