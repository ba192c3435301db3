import * as z from 'zod/mini';
import { checkDigitRule } from './check-digit.ts';

export const billerStatuses = ['ACTIVE', 'INACTIVE'] as const;

/** A reference that a payer copies from the bill, and its validation rules. */
const paymentReference = z.object({
  label: z.string(),
  minLength: z.int().check(z.minimum(0)),
  maxLength: z.int().check(z.minimum(0)),
  pattern: z.optional(z.string()),
  /** Name of the check-digit scheme, such as MOD10V01. */
  checkDigit: z.optional(z.string()),
});

/** An organisation whose bills can be paid at post offices. Amounts are in cents. */
export const biller = z.object({
  code: z.string().check(z.minLength(1)),
  name: z.string(),
  shortName: z.optional(z.string()),
  organisation: z.string(),
  billType: z.string(),
  status: z.enum(billerStatuses),
  minimumAmount: z.optional(z.int().check(z.minimum(0))),
  maximumAmount: z.optional(z.int().check(z.minimum(0))),
  paymentMethods: z.array(z.string()),
  reference: paymentReference,
});
export type Biller = z.infer<typeof biller>;

/** A biller as stored, with members of its reference that only imports and validation read. Clients never see them. */
export const storedBiller = z.extend(biller, {
  reference: z.extend(paymentReference, {
    /** Whether the import found that the pattern can be evaluated in bounded time. Other patterns are not evaluated. */
    patternEvaluated: z.optional(z.boolean()),
    /** Rule for the scheme `WEIGHTED`, or the reason why the imported rule is invalid. */
    checkDigitRule: z.optional(z.union([checkDigitRule, z.string()])),
    /** Fictitious valid references, or the reason why the imported list is invalid. */
    examples: z.optional(z.union([z.array(z.string()), z.string()])),
  }),
});
export type StoredBiller = z.infer<typeof storedBiller>;

/** A kind of bill, such as water bills. Billers refer to it by its code. */
export const billType = z.object({
  code: z.string().check(z.minLength(1)),
  name: z.string(),
  description: z.optional(z.string()),
});
export type BillType = z.infer<typeof billType>;

/** Filter for billers. The values of a criterion are combined with OR, and the criteria with AND. */
export interface BillerFilter {
  readonly codes?: ReadonlySet<string>;
  /** Organisations, in lower case because the comparison is case-insensitive. */
  readonly organisations?: ReadonlySet<string>;
  readonly billTypes?: ReadonlySet<string>;
}

export const matchesBillerFilter = (candidate: Biller, filter: BillerFilter): boolean =>
  (filter.codes?.has(candidate.code) ?? true) &&
  (filter.organisations?.has(candidate.organisation.toLowerCase()) ?? true) &&
  (filter.billTypes?.has(candidate.billType) ?? true);

/** Repository of biller metadata. Methods throw StoreUnavailable if the store does not respond in time. */
export interface BillerRepository {
  /** Returns the matching billers, ordered by code. */
  list(filter: BillerFilter): Promise<Biller[]>;
  /** Returns the biller with exactly this code; undefined if there is none. */
  get(code: string): Promise<Biller | undefined>;
  /** Returns the biller with exactly this code as it is stored; undefined if there is none. */
  getStored(code: string): Promise<StoredBiller | undefined>;
  /** Returns all bill types, ordered by code. */
  listBillTypes(): Promise<BillType[]>;
}
