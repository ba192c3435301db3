import { both, type CaseRow, partsAlone, stackAlone } from '../case-row.ts';

/** D: bill management. */
export const billManagementCases: readonly CaseRow[] = [
  both('D01', 'required fields that are absent, null or of another type'),
  both('D02', 'billers'),
  both('D03', 'bill ids'),
  both('D04', 'payment dates'),
  both('D05', 'names of any text'),
  both('D06', 'addresses of e-mail of any form, in no time'),
  both('D07', 'members that the contract does not know'),
  both('D08', 'members that change objects'),
  both('D09', 'a member that comes twice'),
  both('D10', 'bodies that are no enquiry'),
  both('D11', 'deep nesting and very many members'),
  both('D12', 'large, slow and lying bodies'),
  both('D13', 'content types'),
  both('D14', 'compressed bodies'),
  both('D15', 'an enquiry that is sent again with its key'),
  partsAlone(
    'D16',
    'the answer of the table is lost after the write',
    'the loss is put between the register and its table, behind the functions',
  ),
  both('D17', 'enquiries at once, and numbers that are taken'),
  both('D18', 'reference numbers cannot be guessed, and open nothing'),
  both('D19', 'text that would be another line of a log'),
  both('D20', 'text that a spreadsheet would run'),
  both('D21', 'text that a browser would run'),
  both('D22', 'the largest enquiry'),
  both('D23', 'a biller whose code is that of a path'),
  both('D24', 'unknown billers'),
  both('D25', 'filters of billers'),
  stackAlone(
    'D26',
    'an enquiry with a key of another service',
    'the gateway refuses it by the authoriser’s policy, and asks no function',
  ),
];
