import * as z from 'zod';
import { absentable, absentableText, expecting, neededText, oneOf, withoutAbsent } from '../import-field.ts';
import { type Biller, type BillType, billerStatuses } from './biller.ts';

const code = neededText.max(120, 'must have at most 120 characters');

const count = z.int(expecting('an integer')).min(0, 'must not be negative');

const isPattern = (text: string) => {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
};

const reference = z
  .object(
    {
      label: neededText,
      minLength: count,
      maxLength: count,
      pattern: absentable(z.string(expecting('text')).refine(isPattern, 'must be a regular expression')),
      checkDigit: absentableText,
    },
    expecting('an object'),
  )
  .refine(({ minLength, maxLength }) => minLength <= maxLength, {
    path: ['maxLength'],
    message: 'must not be less than minLength',
  })
  .transform(withoutAbsent);

const isOrdered = (least: number | undefined, most: number | undefined) =>
  least === undefined || most === undefined || least <= most;

/** One line of the billers file. */
export const billerRecord = z
  .object(
    {
      code,
      name: neededText,
      shortName: absentableText,
      organisation: neededText,
      billType: neededText,
      status: z.enum(billerStatuses, oneOf(billerStatuses)),
      minimumAmount: absentable(count),
      maximumAmount: absentable(count),
      paymentMethods: z.array(neededText, expecting('an array')),
      reference,
    },
    expecting('an object'),
  )
  .refine(({ minimumAmount, maximumAmount }) => isOrdered(minimumAmount, maximumAmount), {
    path: ['maximumAmount'],
    message: 'must not be less than minimumAmount',
  })
  .transform((biller): Biller => withoutAbsent(biller));

/** One line of the bill types file. */
export const billTypeRecord = z
  .object({ code, name: neededText, description: absentableText }, expecting('an object'))
  .transform((billType): BillType => withoutAbsent(billType));
