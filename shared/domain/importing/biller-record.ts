import * as z from 'zod/mini';
import { type Biller, type BillType, billerStatuses } from '../billing/biller.ts';
import {
  anyText,
  expecting,
  listUpTo,
  maxDescription,
  maxName,
  oneOf,
  optional,
  optionalText,
  requiredText,
  toRecord,
} from './import-field.ts';

/** Maximum number of payment methods, several times what any biller accepts. */
const maxPaymentMethods = 50;

const name = requiredText(maxName);

const count = z.int(expecting('an integer')).check(z.minimum(0, 'must not be negative'));

const isPattern = (text: string) => {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
};

const reference = z.pipe(
  z
    .object(
      {
        label: name,
        minLength: count,
        maxLength: count,
        pattern: optional(anyText(maxDescription).check(z.refine(isPattern, 'must be a regular expression'))),
        checkDigit: optionalText(maxName),
      },
      expecting('an object'),
    )
    .check(
      z.refine(({ minLength, maxLength }) => minLength <= maxLength, {
        path: ['maxLength'],
        message: 'must not be less than minLength',
      }),
    ),
  z.transform((bill): Biller['reference'] => toRecord(bill)),
);

/** Schema of a line of the billers file. */
export const billerRecord = z.pipe(
  z
    .object(
      {
        code: name,
        name,
        shortName: optionalText(maxName),
        organisation: name,
        billType: name,
        status: z.enum(billerStatuses, oneOf(billerStatuses)),
        minimumAmount: optional(count),
        maximumAmount: optional(count),
        paymentMethods: listUpTo(name, maxPaymentMethods, 'payment methods'),
        reference,
      },
      expecting('an object'),
    )
    .check(
      z.refine(
        ({ minimumAmount = 0, maximumAmount = Number.POSITIVE_INFINITY }) => minimumAmount <= maximumAmount,
        { path: ['maximumAmount'], message: 'must not be less than minimumAmount' },
      ),
    ),
  z.transform((biller): Biller => toRecord(biller)),
);

/** Schema of a line of the bill types file. */
export const billTypeRecord = z.pipe(
  z.object({ code: name, name, description: optionalText(maxDescription) }, expecting('an object')),
  z.transform((billType): BillType => toRecord(billType)),
);
