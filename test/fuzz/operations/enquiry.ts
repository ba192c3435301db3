import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { enquiryResponse, errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import type { ApiTarget, TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon, checkViolations, must, mustHaveStatus, readBody, readErrors } from '../checks.ts';
import type { Probe } from '../operation.ts';
import { headerNoise } from '../requests/noise.ts';
import { anyText, words } from '../requests/samples.ts';

/** Member of a body as written, and whether the specification allows its value. */
export interface PlannedMember {
  readonly name: string;
  /** JSON of the member's value. Empty if the member is absent. */
  readonly json: string;
  readonly isRight: boolean;
}

/** Body that must be rejected as a whole, because it is not a JSON object or has the wrong content type. */
interface Spoilt {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface EnquiryPlan {
  readonly members: readonly PlannedMember[];
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly keyLength: number | undefined;
  readonly spoilt: ((body: string) => Spoilt) | undefined;
}

const wrongTypes = fc.constantFrom('1', 'true', '[]', '{}', '["a"]', '1e999', '{"toString":1}');
const text = fc.oneof(fc.constant(''), anyText, fc.lorem({ maxCount: 5 }));

const isOf = (alphabet: RegExp, value: string): boolean =>
  value.length >= 1 && value.length <= 120 && [...value].every((character) => alphabet.test(character));

/** Whether the text contains a date anywhere, because the documented pattern has no anchors. */
const holdsDate = (value: string): boolean =>
  [...value].some((_, at) => /^\d{1,2}[/-]\d{1,2}[/-]\d{4}/.test(value.slice(at)));

/** Generates a member: mostly a text, sometimes null or a value of another type. */
export const member = (
  name: string,
  values: fc.Arbitrary<string>,
  { isRight, nullable }: { readonly isRight: (value: string) => boolean; readonly nullable: boolean },
): fc.Arbitrary<PlannedMember> =>
  fc.oneof(
    {
      weight: 20,
      arbitrary: values.map((value) => ({ name, json: JSON.stringify(value), isRight: isRight(value) })),
    },
    { weight: nullable ? 4 : 1, arbitrary: fc.constant({ name, json: 'null', isRight: nullable }) },
    { weight: 1, arbitrary: wrongTypes.map((json) => ({ name, json, isRight: false })) },
    { weight: 1, arbitrary: fc.constant({ name, json: '"\\ud800"', isRight: false }) },
  );

const anything = { isRight: () => true, nullable: false };
const lengths = fc.integer({ min: 118, max: 122 }).map((length) => 'A'.repeat(length));
const billers = fc.oneof(
  { weight: 6, arbitrary: words('AGL - [VIC]', 'a', '0101', ' ', '-', '[]', 'A-1 [VIC]') },
  { weight: 1, arbitrary: fc.constantFrom('a_b', 'a\\b', 'é', 'AGL\n', '', 'a.b', 'a^b', 'a@b') },
  { weight: 1, arbitrary: lengths },
);
const billIds = fc.oneof(
  { weight: 6, arbitrary: words('12 3', 'AB12', ' ', '0') },
  { weight: 1, arbitrary: fc.constantFrom('12-3', '12_3', '12\n', '', 'é', '1[2]') },
  { weight: 1, arbitrary: lengths },
);
const dates = fc.oneof(
  {
    weight: 6,
    arbitrary: words('1/2/2026', '01-02-2026', '99/99/9999', 'x1/2/2026y', '1/2-2026', '111/2/20261'),
  },
  { weight: 1, arbitrary: fc.constantFrom('1/2/26', '', '2026-01-02', '1.2.2026', '//', '1 / 2 / 2026') },
);

const required: readonly fc.Arbitrary<PlannedMember>[] = [
  ...['firstname', 'lastname', 'email', 'enquiryDetails', 'enquiryType'].map((name) =>
    member(name, text, anything),
  ),
  member('biller', billers, { isRight: (value) => isOf(/[a-zA-Z0-9 \-[\]]/, value), nullable: true }),
  member('billId', billIds, { isRight: (value) => isOf(/[a-zA-Z0-9 ]/, value), nullable: true }),
];
const paymentDate = member('paymentDate', dates, { isRight: holdsDate, nullable: true });

const strangers = fc
  .constantFrom('referenceNumber', 'id', '__proto__', 'constructor', 'status', 'client', 'sandbox')
  .chain((name) =>
    fc
      .constantFrom('"x"', '{"polluted":true}', '{"prototype":{"polluted":true}}', 'null', '[[[]]]')
      .map((json) => ({ name, json, isRight: true })),
  );

const asIs = (body: string): Spoilt => ({ body, headers: {} });
const nested = '['.repeat(3_000);

/** Ways to make a body invalid as a whole. */
export const spoils = fc.constantFrom<((body: string) => Spoilt)[]>(
  () => asIs(''),
  () => asIs('{'),
  () => asIs('[]'),
  () => asIs('null'),
  () => asIs('"x"'),
  () => asIs('NaN'),
  () => asIs(nested),
  () => asIs(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`),
  (body) => asIs(`\ufeff${body}`),
  (body) => asIs(`${body},`),
  (body) => asIs(`${body}${body}`),
  (body) => asIs(body.replace(/}$/, ',}')),
  (body) => asIs(body.replace(/}$/, ',"firstname":"again","firstname":"again"}')),
  (body) => asIs(body.replace(/}$/, `,"more":"${'x'.repeat(131_072)}"}`)),
  (body) => ({ body, headers: { 'content-type': 'text/plain' } }),
  (body) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  (body) => ({ body, headers: { 'content-type': 'application/json; charset=utf-16' } }),
  (body) => ({ body, headers: { 'content-type': 'application/problem+json' } }),
  (body) => ({ body, headers: { 'content-encoding': 'gzip' } }),
);

/** Returns a valid form of a member, so that only the intended defect is rejected. */
const mended = (each: PlannedMember): PlannedMember => {
  if (each.isRight && each.json !== '') return each;
  return { ...each, json: each.name === 'paymentDate' ? '"1/2/2026"' : '"12"', isRight: true };
};

/** Generates enquiries, most of them valid and therefore stored. */
const enquiryPlans: fc.Arbitrary<EnquiryPlan> = fc
  .record({
    members: fc.tuple(...required),
    date: fc.option(paymentDate, { nil: undefined, freq: 2 }),
    left: fc.oneof(
      { weight: 12, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 2 }) },
    ),
    more: fc.option(strangers, { nil: undefined, freq: 2 }),
    headers: headerNoise,
    contentType: fc.constantFrom('application/json', 'application/json; charset=UTF-8', undefined),
    keyLength: fc.option(fc.constantFrom(36, 36, 40, 255, 256, 300), { nil: undefined, freq: 2 }),
    spoilt: fc.oneof(
      { weight: 3, arbitrary: fc.constant<((body: string) => Spoilt) | undefined>(undefined) },
      { weight: 1, arbitrary: spoils },
    ),
  })
  .map(({ members, date, left, more, ...rest }) => {
    const written = [
      ...members.map((each, index) => (left.includes(index) ? { ...each, json: '' } : each)),
      ...(date ? [date] : []),
      ...(more ? [more] : []),
    ];
    return { ...rest, members: rest.spoilt ? written.map(mended) : written };
  });

export const bodyOf = (members: readonly PlannedMember[]): string =>
  `{${members
    .filter(({ json }) => json !== '')
    .map(({ name, json }) => `${JSON.stringify(name)}:${json}`)
    .join(',')}}`;

const enquiryPath = '/bill-management-api/v1/enquiries';
const keyHeader = 'Idempotency-Key';

const requestOf = ({ members, headers, contentType, keyLength, spoilt }: EnquiryPlan): TargetRequest => {
  const { body, headers: spoiling } = spoilt?.(bodyOf(members)) ?? { body: bodyOf(members), headers: {} };
  return {
    method: 'POST',
    path: enquiryPath,
    headers: {
      ...headers,
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(keyLength !== undefined && { [keyHeader]: randomUUID().padEnd(keyLength, 'k') }),
      ...spoiling,
    },
    body,
  };
};

const referenceIn = (response: TargetResponse): string => {
  mustHaveStatus(response, 200);
  const { referenceNumber } = readBody(enquiryResponse, response);
  const isRight = /^[0-9A-Z-]{10,24}$/.test(referenceNumber);
  must(isRight, 'reference number', 'capitals and digits', referenceNumber);
  return referenceNumber;
};

/** Checks that a retry returns the same number, and that another body with this key is rejected. */
const verifyRetries = async (request: TargetRequest, reference: string, target: ApiTarget): Promise<void> => {
  const again = referenceIn(await target.send(request));
  must(again === reference, 'reference number of the same key and body', reference, again);
  const other = String(request.body).replace('"lastname":"', '"lastname":"other ');
  const refused = await target.send({ ...request, body: other });
  checkViolations(errorResponse, ['idempotency-key'], refused);
};

const verifyPlan = async (
  plan: EnquiryPlan,
  request: TargetRequest,
  response: TargetResponse,
  target: ApiTarget,
): Promise<void> => {
  checkCommon(response);
  if (plan.spoilt) {
    readErrors(errorResponse, 400, response);
    return;
  }
  const wrong = plan.members.filter(({ isRight, json }) => json === '' || !isRight).map(({ name }) => name);
  const offending = (plan.keyLength ?? 0) > 255 ? [...wrong, 'idempotency-key'] : wrong;
  if (offending.length > 0) {
    checkViolations(errorResponse, offending, response);
    return;
  }
  const reference = referenceIn(response);
  if (plan.keyLength !== undefined) await verifyRetries(request, reference, target);
};

/** Generates requests that submit enquiries. Valid ones are stored. */
export const enquiryProbes: fc.Arbitrary<Probe> = enquiryPlans.map((plan) => {
  const request = requestOf(plan);
  return { request, verify: (response, target) => verifyPlan(plan, request, response, target) };
});
