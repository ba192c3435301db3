import * as z from 'zod/mini';
import { billerRepository } from '../../shared/data-access/billing/biller-repository.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import {
  checkBill,
  cleanReference,
  type MatchesPattern,
  trimReference,
} from '../../shared/domain/billing/bill-validation.ts';
import type { BillerRepository, StoredBiller } from '../../shared/domain/billing/biller.ts';
import { testBiller } from '../../shared/domain/billing/test-billers.ts';
import { constraintViolation } from '../../shared/http/errors.ts';
import { wellFormed } from '../../shared/http/json-body.ts';
import { described, extensionMark } from '../../shared/http/query-params.ts';
import { logger } from '../../shared/observability/logger.ts';
import type { BillValidation } from './contract.ts';
import { apiHandler } from './service.ts';

const maxLength = 120;
const length = `must be 1 to ${maxLength} characters long`;
const fits = (text: string) => text.length <= maxLength || [...text].length <= maxLength;

/** Required text of 1 to 120 code points. */
const shortText = z.string({ error: ({ input }) => (input === null ? 'is missing' : undefined) }).check(
  wellFormed,
  z.refine((text) => text !== '' && fits(text), { error: length, abort: true }),
);

const emptyReference = 'must contain a character other than spaces and hyphens';
const maxAmount = 999_999_999_999;
const amountRange = `must be an integer from 0 to ${maxAmount}`;

/** Bill to validate. Null counts as absent, and unknown members are ignored. */
const bill = z
  .object({
    billerCode: shortText.check().register(z.globalRegistry, {
      description: 'Code of the biller.',
      examples: ['1200'],
      minLength: 1,
      maxLength,
    }),
    reference: shortText
      .check(z.refine((text) => trimReference(text) !== '', emptyReference))
      .register(z.globalRegistry, {
        description:
          'Reference on the bill, as the payer enters it. Leading and trailing spaces are removed. Spaces and hyphens ' +
          'within it are removed too, unless the biller is unknown or its pattern matches the reference with them.',
        examples: ['1234 5678 903'],
        minLength: 1,
        maxLength,
      }),
    amount: described(
      z.nullish(z.int(amountRange).check(z.minimum(0, amountRange), z.maximum(maxAmount, amountRange))),
      'Amount in cents.',
      12_550,
    ),
    paymentMethod: z
      .nullish(z.string().check(wellFormed, z.refine(fits, `must be at most ${maxLength} characters long`)))
      .register(z.globalRegistry, {
        description: "One of the biller's `paymentMethods`, spelled exactly as in that list.",
        examples: ['CASH'],
        maxLength,
      }),
  })
  .register(z.globalRegistry, {
    id: 'Bill',
    [extensionMark]: true,
    description:
      'A bill to validate: at most 128 KiB of JSON in UTF-8. Null counts as absent. Other fields are ignored.',
  });

export const request = { body: bill };

/** POST /bill-management-api/v1/bills/validate (validateBill): checks a bill against its biller's rules. */
export const validateBill = (billers: Pick<BillerRepository, 'getStored'>) =>
  apiHandler(request, async ({ sandbox, body }): Promise<BillValidation> => {
    const test = sandbox ? testBiller(body.billerCode) : undefined;
    const biller = test ?? (await billers.getStored(body.billerCode));
    const matches = biller && (await patternOf(biller));
    const reference = biller ? cleanReference(body.reference, matches) : trimReference(body.reference);
    if (reference === '')
      throw constraintViolation({ detail: `reference: ${emptyReference}`, parameter: 'reference' });
    const bill = {
      reference,
      amount: body.amount ?? undefined,
      paymentMethod: body.paymentMethod ?? undefined,
    };
    const checks = checkBill(biller, bill, matches);
    const failed = checks.filter(({ result }) => result === 'FAILED').map(({ check }) => check);
    const valid = failed.length === 0;
    // The reference is an account number, so it is not logged. Nor is the code of an unknown biller, because the payer
    // may have entered the reference in its place.
    logger.info('bill validated', { billerCode: biller?.code, valid, failed });
    return {
      valid,
      conclusive: checks.every(({ result }) => result !== 'NOT_CHECKED'),
      ...(biller && {
        biller: { code: biller.code, name: biller.name, referenceLabel: biller.reference.label },
      }),
      reference,
      checks,
    };
  });

/** Returns a matcher for the biller's pattern. The pattern engine is large, so it is loaded only when needed. */
const patternOf = async ({ reference }: StoredBiller): Promise<MatchesPattern> => {
  if (reference.pattern === undefined || !reference.patternEvaluated) return undefined;
  const { patternMatcher } = await import('../../shared/domain/billing/reference-pattern.ts');
  return patternMatcher(reference.pattern);
};

export const handler = validateBill(billerRepository(tableFromEnvironment('BILLERS_TABLE')));
