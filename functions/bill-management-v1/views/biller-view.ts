import type { Biller, BillType } from '../../../shared/domain/billing/biller.ts';
import type { BillerResponse, BillTypesResponse } from '../contract.ts';

/** A biller as the service shows it, field by field. */
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

/** A bill type as the service shows it. */
export const toBillTypeResponse = ({
  code,
  name,
  description,
}: BillType): BillTypesResponse['billTypes'][number] => ({ code, name, description });
