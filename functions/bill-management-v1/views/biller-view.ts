import type { Biller, BillType } from '../../../shared/domain/billing/biller.ts';
import type { BillerResponse, BillTypesResponse } from '../contract.ts';

/** Maps a biller to the response, field by field. */
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

/** Maps a bill type to the response. */
export const toBillTypeResponse = ({
  code,
  name,
  description,
}: BillType): BillTypesResponse['billTypes'][number] => ({ code, name, description });
