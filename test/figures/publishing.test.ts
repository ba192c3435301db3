import { publishingSuite } from './publishing.suite.ts';

// Uses a seventh of the network of `npm run test:figures`, and the same limits per location plus 2 s for starting.
publishingSuite({
  locations: 3_000,
  wholeSeconds: 4.5,
  changeSeconds: 1.7,
  megabytes: 250,
  snapshotMegabytes: 0.6,
});
