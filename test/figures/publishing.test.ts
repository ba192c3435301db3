import { publishingSuite } from './publishing.suite.ts';

// A seventh of the network of `npm run test:figures`, with the same limits per location plus two seconds for starting.
publishingSuite({
  locations: 3_000,
  wholeSeconds: 4.5,
  changeSeconds: 1.7,
  megabytes: 250,
  snapshotMegabytes: 0.6,
});
