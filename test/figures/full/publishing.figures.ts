import { publishingSuite } from '../publishing.suite.ts';

// On an idle machine, publishing takes 13 seconds, two of them for the words, schedules and special days. A change
// takes 3 seconds, one of them for the map file and for counting changes for the guards. Shared processor caches make
// the same work slower.
publishingSuite({
  locations: 21_000,
  wholeSeconds: 18,
  changeSeconds: 5,
  megabytes: 450,
  snapshotMegabytes: 4,
});
