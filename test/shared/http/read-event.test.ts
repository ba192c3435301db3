import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { readEvent } from '../../../shared/http/read-event.ts';

/** What may stand anywhere in an event, though most of it should not. */
const odd = fc.constantFrom<unknown>(undefined, null, 1, true, 'x', '', '50', '5x', 'true', ['x'], {});

const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const byName = mostly(fc.oneof(fc.constant(null), fc.dictionary(fc.string(), fc.array(fc.string()))));
const text = mostly(fc.string());

const authoriser = fc.record(
  {
    client: text,
    keyId: text,
    ratePerSecond: mostly(fc.nat().map(String)),
    scopes: text,
    sandbox: mostly(fc.constant('true')),
    principalId: text,
  },
  { requiredKeys: [] },
);

const events = fc.record(
  {
    resource: text,
    path: text,
    pathParameters: byName,
    multiValueQueryStringParameters: byName,
    multiValueHeaders: byName,
    body: mostly(fc.oneof(fc.constant(null), fc.string())),
    isBase64Encoded: mostly(fc.boolean()),
    requestContext: mostly(
      fc.record({ requestId: text, authorizer: mostly(authoriser) }, { requiredKeys: [] }),
    ),
  },
  { requiredKeys: ['resource', 'requestContext'] },
);

/** Fields that are undefined and fields that are absent are the same to all who read an event. */
const told = (read: () => unknown): string => {
  try {
    return JSON.stringify(read());
  } catch (error) {
    return String(error);
  }
};

it('an event is what its schema makes of it, usual or not', async () => {
  let read = 0;
  await fc.assert(
    fc.property(events, (event) => {
      const bySchema = gatewayEvent.safeParse(event);
      if (bySchema.success) {
        read++;
        expect(readEvent(event)).toEqual(bySchema.data);
      } else {
        expect(told(() => readEvent(event))).toBe(told(() => gatewayEvent.parse(event)));
      }
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(100);
});

it.each([undefined, null, 'event', 1, [], {}])('%j is no event', (event) => {
  expect(() => readEvent(event)).toThrow();
});
