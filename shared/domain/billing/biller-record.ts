import * as z from 'zod/mini';
import {
  absentable,
  absentableTextUpTo,
  expecting,
  listUpTo,
  longestDescription,
  longestName,
  neededTextUpTo,
  oneOf,
  textUpTo,
  withoutAbsent,
} from '../import-field.ts';
import { type Biller, type BillType, billerStatuses } from './biller.ts';

/** Maximum number of payment methods: several times what a biller takes. */
const mostPaymentMethods = 50;

const name = neededTextUpTo(longestName);

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
        pattern: absentable(
          textUpTo(longestDescription).check(z.refine(isPattern, 'must be a regular expression')),
        ),
        checkDigit: absentableTextUpTo(longestName),
      },
      expecting('an object'),
    )
    .check(
      z.refine(({ minLength, maxLength }) => minLength <= maxLength, {
        path: ['maxLength'],
        message: 'must not be less than minLength',
      }),
    ),
  z.transform((bill): Biller['reference'] => withoutAbsent(bill)),
);

const isOrdered = (least: number | undefined, most: number | undefined) =>
  least === undefined || most === undefined || least <= most;

/** One line of the billers file. */
export const billerRecord = z.pipe(
  z
    .object(
      {
        code: name,
        name,
        shortName: absentableTextUpTo(longestName),
        organisation: name,
        billType: name,
        status: z.enum(billerStatuses, oneOf(billerStatuses)),
        minimumAmount: absentable(count),
        maximumAmount: absentable(count),
        paymentMethods: listUpTo(name, mostPaymentMethods, 'payment methods'),
        reference,
      },
      expecting('an object'),
    )
    .check(
      z.refine(({ minimumAmount, maximumAmount }) => isOrdered(minimumAmount, maximumAmount), {
        path: ['maximumAmount'],
        message: 'must not be less than minimumAmount',
      }),
    ),
  z.transform((biller): Biller => withoutAbsent(biller)),
);

/** One line of the bill types file. */
export const billTypeRecord = z.pipe(
  z.object({ code: name, name, description: absentableTextUpTo(longestDescription) }, expecting('an object')),
  z.transform((billType): BillType => withoutAbsent(billType)),
);
