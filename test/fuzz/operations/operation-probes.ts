import * as fc from 'fast-check';
import { routes } from '../../../infra/routes/routes.ts';
import { fixtureOutliers } from '../../support/fixture/fixture-locations.ts';
import type { TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon, checkViolations, must, mustHaveStatus, readErrors } from '../checks.ts';
import {
  type FuzzedOperation,
  type Given,
  isGiven,
  isWrong,
  type Parameter,
  type Probe,
} from '../operation.ts';
import { inOrder } from '../oracle/served-network.ts';
import { headerNoise, unknownParameters } from '../requests/noise.ts';
import { optional, weighted } from '../requests/samples.ts';

/** The gateway accepts at most 10 KB of request line and headers. Gateway probes also send more. */
const maxPathLength = 8_000;

export const operationProbes = (operation: FuzzedOperation): fc.Arbitrary<Probe> =>
  plansOf(operation)
    .map((plan) => ({
      request: requestOf(operation, plan),
      verify: (response: TargetResponse) => verifyPlan(operation, plan, response),
    }))
    .filter(({ request }) => request.path.length <= maxPathLength);

const verifyPlan = (operation: FuzzedOperation, plan: Plan, response: TargetResponse): void => {
  checkCommon(response);
  const given = givenBy(plan);
  const offending = offendingIn(operation, plan, given);
  const possible = possiblyOffendingIn(operation, given);
  if (offending.length > 0 && !operation.bodies) {
    checkViolations(operation.errors, offending, response, possible);
    return;
  }
  const { oracle, errors, inPath } = operation;
  if (oracle && possible.length === 0) {
    const expected = oracle.status?.(given) ?? 200;
    mustHaveStatus(response, expected);
    if (expected >= 400) readErrors(errors, expected, response);
    else oracle.check(given, response);
    return;
  }
  const { status } = response;
  if (operation.bodies && status === 400) readErrors(errors, 400, response);
  else if (status === 400) checkViolations(errors, [], response, possible);
  else if (inPath.length > 0 && status === 404) readErrors(errors, 404, response);
  else must(status < 400, 'status', 'one of success', [status, response.body]);
};

const offendingIn = (operation: FuzzedOperation, plan: Plan, given: Given): readonly string[] => {
  const broken = brokenParameter(plan);
  const own = [...operation.inPath, ...operation.inQuery]
    .filter((one) => one.name === broken || isWrong(given, one))
    .map(({ name }) => name);
  return [...new Set([...own, ...(operation.oracle?.together?.(given) ?? [])])];
};

/** These parameters may break rules outside the document or, without an oracle, be missing. */
const possiblyOffendingIn = (operation: FuzzedOperation, given: Given): readonly string[] =>
  operation.documentedOnly
    .filter((parameter) => !operation.oracle || isGiven(given, parameter))
    .map(({ name }) => name);

// Plans

interface PlannedValue {
  readonly name: string;
  readonly value: string;
  readonly encoding: Encoding;
}

/** Plan of a request, before serialisation. fast-check shrinks findings in this form. */
interface Plan {
  readonly segments: readonly PlannedValue[];
  readonly query: readonly PlannedValue[];
  readonly unknown: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Invalid percent-encoding that replaces a path parameter. */
  readonly broken: string | undefined;
  readonly body: string | undefined;
}

const planned = ({ name, samples }: Parameter): fc.Arbitrary<PlannedValue> =>
  fc.record({ name: fc.constant(name), value: samples, encoding: anyEncoding });

/** A search with many filters would find nothing. */
const perhaps = (parameter: Parameter, oneIn: number): fc.Arbitrary<readonly PlannedValue[]> =>
  weighted<readonly PlannedValue[]>(
    [10 * oneIn - 10, fc.constant([])],
    [9, planned(parameter).map((one) => [one])],
    [1, fc.tuple(planned(parameter), planned(parameter))],
  );

/** Excludes empty and dot segments, which change the path. Gateway probes send these. */
const isSegment = ({ value }: PlannedValue): boolean => value !== '' && value !== '.' && value !== '..';

/** Fixed segments of paths, to which the gateway gives precedence over parameters. */
const staticSegments = routes.flatMap(({ path }) => path.split('/'));
const isFixed = ({ value, encoding }: PlannedValue): boolean =>
  encoding !== 'every-byte' && staticSegments.includes(value);

const undecodable = fc.constantFrom('%zz', '%', '%c0%80', '%ff', '%e2%82', '%2', '%u0031');

interface Draft extends Plan {
  readonly place: { readonly lat: number; readonly lon: number } | undefined;
}

const aside = fc.constantFrom(0, 0.0001, -0.02, 0.3);
/** Generates offsets from a place in degrees, at least half of them zero. */
const asides = fc.oneof(fc.constant([0, 0] as const), fc.tuple(aside, aside));
/** Generates places, half of them edge cases: a pole, the date line, or two locations at the same position. */
const records = fc.oneof(fc.constantFrom(...fixtureOutliers), fc.constantFrom(...inOrder));
const places = fc.tuple(records, asides).map(([{ lat, lon }, [north, east]]) => ({
  lat: Math.max(-90, Math.min(90, lat + north)),
  lon: Math.max(-180, Math.min(180, lon + east)),
}));

/** Adds both coordinates of the draft's place to its plan, if it has a place and the operation accepts coordinates. */
const atPlace = ({ place, ...plan }: Draft, { oracle, inPath }: FuzzedOperation): Plan => {
  const near = oracle?.near;
  if (place === undefined || near === undefined) return plan;
  const { lat, lon } = near;
  const where = inPath.length > 0 ? 'segments' : 'query';
  const values = [
    ...plan[where].filter(({ name }) => name !== lat && name !== lon),
    { name: lat, value: String(place.lat), encoding: 'usual' as const },
    { name: lon, value: String(place.lon), encoding: 'usual' as const },
  ];
  return { ...plan, [where]: values };
};

/** Generates parameters in any order. A third of the requests have few parameters, so that the response is long. */
const queryOf = (parameters: readonly Parameter[]): fc.Arbitrary<readonly PlannedValue[]> => {
  const given = (oneIn: number) => fc.tuple(...parameters.map((parameter) => perhaps(parameter, oneIn)));
  return weighted([2, given(parameters.length > 8 ? 6 : 2.5)], [1, given(25)]).chain((each) =>
    fc.shuffledSubarray(each.flat(), { minLength: each.flat().length }),
  );
};

const plansOf = (operation: FuzzedOperation): fc.Arbitrary<Plan> => {
  const { inPath, inQuery: parameters, bodies, oracle } = operation;
  const drafts: fc.Arbitrary<Draft> = fc.record({
    place: oracle?.near ? optional(places, 3) : fc.constant(undefined),
    segments: fc.tuple(
      ...inPath.map((parameter) => planned(parameter).filter((one) => isSegment(one) && !isFixed(one))),
    ),
    query: queryOf(parameters),
    unknown: unknownParameters,
    headers: headerNoise,
    broken: weighted<string | undefined>(
      [40, fc.constant(undefined)],
      [inPath.length > 0 ? 1 : 0, undecodable],
    ),
    body: bodies ?? fc.constant(undefined),
  });
  return drafts.map((draft) => atPlace(draft, operation));
};

const givenBy = ({ segments, query }: Plan): Given => {
  const given = new Map<string, string[]>();
  for (const { name, value } of [...segments, ...query]) given.set(name, [...(given.get(name) ?? []), value]);
  return given;
};

const brokenParameter = ({ segments, broken }: Plan): string | undefined =>
  broken === undefined ? undefined : segments[0]?.name;

const pathOf = (template: string, plan: Plan): string =>
  plan.segments.reduce((path, { name, value, encoding }) => {
    const segment = name === brokenParameter(plan) ? (plan.broken ?? '') : inSegment(value, encoding);
    return path.replace(`{${name}}`, () => segment);
  }, template);

const requestOf = ({ method, path }: FuzzedOperation, plan: Plan): TargetRequest => {
  const { headers, body } = plan;
  const pairs = [
    ...plan.query.map(
      ({ name, value, encoding }) => `${inQuery(name, encoding)}=${inQuery(value, encoding)}`,
    ),
    ...plan.unknown.map(([name, value]) => `${inQuery(name, 'usual')}=${inQuery(value, 'usual')}`),
  ];
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return { method, path: `${pathOf(path, plan)}${query}`, headers, ...(body !== undefined && { body }) };
};

// Encoding

/** Ways in which clients percent-encode text in URLs. */
const encodings = ['usual', 'raw', 'plus', 'lower', 'every-byte'] as const;
type Encoding = (typeof encodings)[number];

const anyEncoding = weighted<Encoding>([5, fc.constant('usual')], [4, fc.constantFrom(...encodings)]);

/** Encodes text for a URL. `kept` are the characters that the encoding `raw` leaves as they are. */
const encoded = (text: string, encoding: Encoding, kept: string): string => {
  if (encoding === 'every-byte') return Buffer.from(text).toString('hex').replace(/../g, '%$&');
  return encodeURIComponent(text).replace(/%../g, (each) => {
    if (encoding === 'lower') return each.toLowerCase();
    const character = String.fromCharCode(Number.parseInt(each.slice(1), 16));
    return encoding === 'raw' && kept.includes(character) ? character : each;
  });
};

/** Encodes text for a query string, so that decoding it as form data returns the text. */
const inQuery = (text: string, encoding: Encoding): string =>
  encoding === 'plus'
    ? encodeURIComponent(text).replaceAll('%20', '+')
    : encoded(text, encoding, '[]:,;@$/?');

const inSegment = (text: string, encoding: Encoding): string => encoded(text, encoding, ',:;@$+&=');
