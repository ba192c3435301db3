import { describe, expect, it } from 'vitest';
import { servedOfWrk } from './closed-loop.ts';

const printed = `Running 1s test @ http://127.0.0.1:3000
  Latency Distribution
     50%    0.90ms
     99%    1.25ms
  1000 requests in 1.00s, 4.4MB read
Requests/sec:   1000.50
Transfer/sec:      4.40MB
`;

describe('what wrk prints', () => {
  it('is read as requests a second and milliseconds', () => {
    expect(servedOfWrk(printed)).toEqual({ perSecond: 1000.5, p99Milliseconds: 1.25 });
    const { p99Milliseconds } = servedOfWrk(printed.replace('1.25ms', '950.00us'));
    expect(p99Milliseconds).toBeCloseTo(0.95);
  });

  it('is refused where an answer was no 200', () => {
    expect(() => servedOfWrk(`${printed}  Non-2xx or 3xx responses: 12\n`)).toThrow('Non-2xx');
  });
});
