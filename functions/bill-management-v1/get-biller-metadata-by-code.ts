import * as z from 'zod/mini';
import { billerRepository } from '../../shared/data-access/billing/biller-repository.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import { type BillerRepository, biller } from '../../shared/domain/billing/biller.ts';
import { testBiller } from '../../shared/domain/billing/test-billers.ts';
import { notFound, quoted } from '../../shared/http/errors.ts';
import { described } from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import type { BillerResponse } from './contract.ts';
import { searchHandler } from './service.ts';

const code = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(120, 'must be at most 120 characters long'));

export const request = { path: { code: described(code, 'Code of the biller.', '1200') } };

/** GET /bill-management-api/v1/biller-metadata/{code} (getBillerMetadabaByCode). Sandbox keys also find test billers. */
export const getBillerMetadataByCode = (billers: BillerRepository) =>
  searchHandler(request, async ({ path, sandbox }): Promise<Representation<BillerResponse>> => {
    const test = sandbox ? testBiller(path.code) : undefined;
    const found = test ? biller.parse(test) : await billers.get(path.code);
    if (found === undefined) throw notFound(`No biller has the code ${quoted(path.code)}.`);
    return new Representation({ body: () => found });
  });

export const handler = getBillerMetadataByCode(billerRepository(tableFromEnvironment('BILLERS_TABLE')));
