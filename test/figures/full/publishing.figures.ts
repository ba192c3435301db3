import { publishingSuite } from '../publishing.suite.ts';

// On an idle machine it takes 13 seconds, two of them for the words, schedules and special days, and a change takes 3,
// one of them for the map file and for the changes that the guards count. Shared processor caches make the same work
// slower.
publishingSuite({
  locations: 21_000,
  wholeSeconds: 18,
  changeSeconds: 5,
  megabytes: 450,
  snapshotMegabytes: 4,
});
