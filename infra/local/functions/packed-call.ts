import type { Caller, ProxyEventParts, RouteFacts } from '../gateway/proxy-event.ts';
import { toldValues } from './told-values.ts';

/** What calls have in common with others, and is therefore told once and then named by a number. */
export type Told =
  | { readonly kind: 'route'; readonly value: RouteFacts }
  | { readonly kind: 'caller'; readonly value: Caller }
  | { readonly kind: 'headers'; readonly value: readonly string[] };

/** The parts of a proxy event as a list, which takes half the time of named members to write and to read as JSON. */
export type PackedCall = readonly [
  route: number,
  caller: number,
  headers: number,
  pathParameters: Readonly<Record<string, string>> | null,
  httpMethod: string,
  path: string,
  rawQuery: string,
  protocol: string,
  sourceIp: string,
  port: number,
  receivedAt: number,
  requestId: string,
  extendedRequestId: string,
  body: string | null,
  isBase64Encoded: boolean,
];

/** Packs calls for one thread, whom `tell` reaches before the call that it is packed for. */
export const callPacker = (tell: (number: number, told: Told) => void) => {
  const routes = toldValues<RouteFacts>((number, value) => tell(number, { kind: 'route', value }));
  const callers = toldValues<Caller>((number, value) => tell(number, { kind: 'caller', value }));
  const headers = toldValues<readonly string[]>((number, value) => tell(number, { kind: 'headers', value }));
  return ({ request, caller, body, isBase64Encoded }: ProxyEventParts): PackedCall => [
    routes(request.route),
    callers(caller),
    headers(request.rawHeaders),
    request.pathParameters,
    request.httpMethod,
    request.path,
    request.rawQuery,
    request.protocol,
    request.sourceIp,
    request.port,
    request.receivedAt,
    request.requestId,
    request.extendedRequestId,
    body,
    isBase64Encoded,
  ];
};

const known = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('a call names what was not told');
  return value;
};

/** Takes what a packer tells, and unpacks its calls. */
export const callUnpacker = () => {
  const routes: RouteFacts[] = [];
  const callers: Caller[] = [];
  const headers: (readonly string[])[] = [];

  const learn = (number: number, told: Told): void => {
    if (told.kind === 'route') routes[number] = told.value;
    else if (told.kind === 'caller') callers[number] = told.value;
    else headers[number] = told.value;
  };

  const unpack = (call: PackedCall): ProxyEventParts => ({
    request: {
      route: known(routes[call[0]]),
      rawHeaders: known(headers[call[2]]),
      pathParameters: call[3],
      httpMethod: call[4],
      path: call[5],
      rawQuery: call[6],
      protocol: call[7],
      sourceIp: call[8],
      port: call[9],
      receivedAt: call[10],
      requestId: call[11],
      extendedRequestId: call[12],
    },
    caller: known(callers[call[1]]),
    body: call[13],
    isBase64Encoded: call[14],
  });

  return { learn, unpack };
};
