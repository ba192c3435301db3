import * as z from 'zod/mini';
import { type BillType, billerStatuses, type StoredBiller } from '../billing/biller.ts';
import { checkDigitRule } from '../billing/check-digit.ts';
import { patternFault } from '../billing/reference-pattern.ts';
import {
  expecting,
  lenient,
  listUpTo,
  maxDescription,
  maxName,
  notTestCode,
  oneOf,
  optional,
  optionalText,
  requiredText,
  toRecord,
} from './import-field.ts';

/** Several times what any biller accepts. */
const maxPaymentMethods = 50;

const maxExamples = 5;

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
        pattern: optionalText(maxDescription).check(
          z.refine((text) => text === undefined || isPattern(text), 'must be a regular expression'),
        ),
        checkDigit: optionalText(maxName),
        checkDigitRule: lenient(checkDigitRule),
        examples: lenient(listUpTo(requiredText(maxName), maxExamples, 'examples')),
      },
      expecting('an object'),
    )
    .check(
      z.refine(({ minLength, maxLength }) => minLength <= maxLength, {
        path: ['maxLength'],
        message: 'must not be less than minLength',
      }),
    ),
  // The result of this check is stored, so that no request compiles a pattern of unknown size.
  z.transform(({ pattern, ...rest }) =>
    toRecord({
      ...rest,
      pattern,
      patternEvaluated: pattern !== undefined && patternFault(pattern) === undefined ? true : undefined,
    }),
  ),
);

export const billerRecord = z.pipe(
  z
    .object(
      {
        code: name.check(notTestCode),
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
  z.transform((biller): StoredBiller => toRecord(biller)),
);

export const billTypeRecord = z.pipe(
  z.object({ code: name, name, description: optionalText(maxDescription) }, expecting('an object')),
  z.transform((billType): BillType => toRecord(billType)),
);
