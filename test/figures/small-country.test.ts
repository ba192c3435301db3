import { wholeCountrySuite } from './whole-country.suite.ts';

// Runs in every test run, in parallel with other tests. `npm run test:figures` measures a country on an idle machine.
wholeCountrySuite({ locationCount: 3_000, maxProcessorSeconds: 30, maxServedSeconds: 10, minOffices: 140 });
