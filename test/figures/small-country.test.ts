import { wholeCountrySuite } from './whole-country.suite.ts';

// Fast enough for every run of the tests. `npm run test:figures` measures a whole country.
wholeCountrySuite({ locationCount: 3_000, maxProcessorSeconds: 30, minOffices: 140 });
