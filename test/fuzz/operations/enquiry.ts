import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { enquiryResponse, errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import type { ApiTarget, TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon, checkViolations, must, mustHaveStatus, readBody, readErrors } from '../checks.ts';
import type { Probe } from '../operation.ts';
import { headerNoise } from '../requests/noise.ts';
import { anyText, aroundLimit, optional, weighted, words } from '../requests/samples.ts';

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

interface BodyPlan {
  readonly path: string;
  readonly members: readonly PlannedMember[];
  readonly headers: Readonly<Record<string, string>>;
  readonly wrongHeaders?: readonly string[];
  readonly spoilt: ((body: string) => Spoilt) | undefined;
  readonly verifyRight: (
    request: TargetRequest,
    response: TargetResponse,
    target: ApiTarget,
  ) => void | Promise<void>;
}

/** Expects the rejection of a spoilt body as a whole, and of an invalid one with the names of its wrong members. */
export const bodyProbe = (plan: BodyPlan): Probe => {
  const { path, members, spoilt, wrongHeaders = [], verifyRight } = plan;
  const written = members.filter(({ json }) => json !== '');
  const whole = `{${written.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  const { body, headers } = spoilt?.(whole) ?? asIs(whole);
  const request = { method: 'POST', path, headers: { ...plan.headers, ...headers }, body };
  const wrong = members.filter(({ isRight }) => !isRight).map(({ name }) => name);
  return {
    request,
    verify: async (response, target) => {
      checkCommon(response);
      if (spoilt) readErrors(errorResponse, 400, response);
      else if (wrong.length + wrongHeaders.length > 0)
        checkViolations(errorResponse, [...wrong, ...wrongHeaders], response);
      else await verifyRight(request, response, target);
    },
  };
};

const asIs = (body: string): Spoilt => ({ body, headers: {} });

/** Ways to make a body invalid as a whole. */
const spoilers: readonly ((body: string) => Spoilt)[] = [
  ...['', '{', '[]', 'null', '"x"', 'NaN', '['.repeat(3_000)].map((body) => () => asIs(body)),
  () => asIs(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`),
  (body) => asIs(`\ufeff${body}`),
  (body) => asIs(`${body},`),
  (body) => asIs(`${body}${body}`),
  (body) => asIs(body.replace(/}$/, ',}')),
  (body) => asIs(body.replace(/}$/, ',"firstname":"again","firstname":"again"}')),
  (body) => asIs(body.replace(/}$/, `,"more":"${'x'.repeat(131_072)}"}`)),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/problem+json',
  ].map((type) => (body: string) => ({ body, headers: { 'content-type': type } })),
  (body) => ({ body, headers: { 'content-encoding': 'gzip' } }),
];
export const spoils = fc.constantFrom(...spoilers);

const wrongTypes = fc.constantFrom('1', 'true', '[]', '{}', '["a"]', '1e999', '{"toString":1}', '"\\ud800"');

/** Generates a member: mostly a text, sometimes null or a value of another type. */
export const member = (
  name: string,
  values: fc.Arbitrary<string>,
  { isRight, nullable }: { readonly isRight: (value: string) => boolean; readonly nullable: boolean },
): fc.Arbitrary<PlannedMember> =>
  weighted(
    [20, values.map((value) => ({ name, json: JSON.stringify(value), isRight: isRight(value) }))],
    [nullable ? 4 : 1, fc.constant({ name, json: 'null', isRight: nullable })],
    [2, wrongTypes.map((json) => ({ name, json, isRight: false }))],
  );

const isOf = (alphabet: RegExp, value: string): boolean =>
  value.length >= 1 && value.length <= 120 && [...value].every((character) => alphabet.test(character));

/** Whether the text contains a date anywhere, because the documented pattern has no anchors. */
const holdsDate = (value: string): boolean =>
  [...value].some((_, at) => /^\d{1,2}[/-]\d{1,2}[/-]\d{4}/.test(value.slice(at)));

const text = fc.oneof(fc.constant(''), anyText, fc.lorem({ maxCount: 5 }));
const billers = weighted(
  [6, words('AGL - [VIC]', 'a', '0101', ' ', '-', '[]', 'A-1 [VIC]')],
  [1, fc.constantFrom('a_b', 'a\\b', 'é', 'AGL\n', '', 'a.b', 'a^b', 'a@b')],
  [1, aroundLimit('A')],
);
const billIds = weighted(
  [6, words('12 3', 'AB12', ' ', '0')],
  [1, fc.constantFrom('12-3', '12_3', '12\n', '', 'é', '1[2]')],
  [1, aroundLimit('A')],
);
const dates = weighted(
  [6, words('1/2/2026', '01-02-2026', '99/99/9999', 'x1/2/2026y', '1/2-2026', '111/2/20261')],
  [1, fc.constantFrom('1/2/26', '', '2026-01-02', '1.2.2026', '//', '1 / 2 / 2026')],
);

const required = fc.tuple(
  ...['firstname', 'lastname', 'email', 'enquiryDetails', 'enquiryType'].map((name) =>
    member(name, text, { isRight: () => true, nullable: false }),
  ),
  member('biller', billers, { isRight: (value) => isOf(/[a-zA-Z0-9 \-[\]]/, value), nullable: true }),
  member('billId', billIds, { isRight: (value) => isOf(/[a-zA-Z0-9 ]/, value), nullable: true }),
);

const strangers = fc.record({
  name: fc.constantFrom('referenceNumber', 'id', '__proto__', 'constructor', 'status', 'client', 'sandbox'),
  json: fc.constantFrom('"x"', '{"polluted":true}', '{"prototype":{"polluted":true}}', 'null', '[[[]]]'),
  isRight: fc.constant(true),
});

/** Returns a valid form of a member, so that only the intended defect is rejected. */
const mended = (each: PlannedMember): PlannedMember =>
  each.isRight ? each : { ...each, json: each.name === 'paymentDate' ? '"1/2/2026"' : '"12"', isRight: true };

const keyHeader = 'Idempotency-Key';

/** Generates requests that submit enquiries. Most of them are valid and therefore stored. */
export const enquiryProbes: fc.Arbitrary<Probe> = fc
  .record({
    members: required,
    date: optional(member('paymentDate', dates, { isRight: holdsDate, nullable: true }), 2),
    left: weighted<number[]>(
      [12, fc.constant([])],
      [1, fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 2 })],
    ),
    more: optional(strangers, 2),
    headers: headerNoise,
    contentType: fc.constantFrom('application/json', 'application/json; charset=UTF-8', undefined),
    keyLength: optional(fc.constantFrom(36, 36, 40, 255, 256, 300), 2),
    spoilt: weighted([3, fc.constant(undefined)], [1, spoils]),
  })
  .map(({ members, date, left, more, headers, contentType, keyLength, spoilt }) => {
    const planned = [
      ...members.map((each, index) => (left.includes(index) ? { ...each, json: '', isRight: false } : each)),
      ...[date, more].filter((each) => each !== undefined),
    ];
    return bodyProbe({
      path: '/bill-management-api/v1/enquiries',
      members: spoilt ? planned.map(mended) : planned,
      headers: {
        ...headers,
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(keyLength !== undefined && { [keyHeader]: randomUUID().padEnd(keyLength, 'k') }),
      },
      wrongHeaders: (keyLength ?? 0) > 255 ? ['idempotency-key'] : [],
      spoilt,
      verifyRight: async (request, response, target) => {
        const reference = referenceIn(response);
        if (keyLength !== undefined) await verifyRetries(request, reference, target);
      },
    });
  });

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
