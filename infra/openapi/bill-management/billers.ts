import type { BillerResponse, BillTypesResponse } from '../../../functions/bill-management-v1/contract.ts';

/** A biller as the examples have it. */
export const exampleBiller: BillerResponse = {
  code: '1200',
  name: 'Wattle Water',
  shortName: 'WATTLE WATER',
  organisation: 'Wattle Group',
  billType: 'WATER',
  status: 'ACTIVE',
  minimumAmount: 500,
  maximumAmount: 1_000_000,
  paymentMethods: ['CASH', 'DEBIT', 'CREDIT'],
  reference: {
    label: 'Customer reference number',
    minLength: 10,
    maxLength: 10,
    pattern: '^[0-9]{10}$',
    checkDigit: 'MOD10V01',
  },
};

/** Bill types as the examples have them. */
export const exampleBillTypes: BillTypesResponse['billTypes'] = [
  { code: 'GAS', name: 'Gas', description: 'Mains and bottled gas' },
  { code: 'WATER', name: 'Water', description: 'Water supply and sewerage' },
];
