import { scopeTextOpens } from '../../shared/domain/access/scope.ts';
import type { Biller } from '../../shared/domain/billing/biller.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract } from '../../shared/http/api-handler.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';
import type { BillerResponse } from './contract.ts';

const outage = 'SERVICE_UNAVAILABLE';

/** Contract of bill management: the form of its errors, and the codes of the domain's errors. */
const contract: ServiceContract = {
  opens: scopeTextOpens,
  outage,
  failures: [[StoreUnavailable, outage]],
  namesSource: true,
};

/** Request chain of the operations that search for billers: each response counts as a search. */
export const searchHandler = apiHandlerOf({ ...contract, onAnswered: countSearch });
/** Request chain of the other operations of bill management. */
export const apiHandler = apiHandlerOf(contract);

/** Maps a biller to the response, field by field, so that no other field of the record is shown. */
export const toBillerResponse = (biller: Biller): BillerResponse => ({
  code: biller.code,
  name: biller.name,
  shortName: biller.shortName,
  organisation: biller.organisation,
  billType: biller.billType,
  status: biller.status,
  minimumAmount: biller.minimumAmount,
  maximumAmount: biller.maximumAmount,
  paymentMethods: biller.paymentMethods,
  reference: {
    label: biller.reference.label,
    minLength: biller.reference.minLength,
    maxLength: biller.reference.maxLength,
    pattern: biller.reference.pattern,
    checkDigit: biller.reference.checkDigit,
  },
});
