import { wholeCountrySuite } from './whole-country.suite.ts';

// For every run of the tests, beside other tests. `npm run test:figures` measures a whole country on an idle machine.
wholeCountrySuite({ locationCount: 3_000, maxProcessorSeconds: 30, maxServedSeconds: 10, minOffices: 140 });
