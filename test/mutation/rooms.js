/** Code to mutate, by room, with its nearest tests. Only these tests run, because each runs thousands of times. */
export const rooms = {
  validation: {
    code: [
      'shared/http/{gateway-event,json-body,query-params,request,sandbox}.ts',
      'functions/bill-management-v1/contract.ts',
      // The location contracts are excluded, because they contain only responses, which other tests check.
      'functions/locations-v2/{find,get,list}-*.ts',
      'functions/locations-v3/{export,get,list}-*.ts',
    ],
    tests: [
      'test/shared/http/{api-handler,json-body,query-params,request}.test.ts',
      'test/contract/{bill-management,locations}-handlers.test.ts',
    ],
  },
  authorisation: {
    code: ['shared/domain/access/*.ts', 'functions/platform/authorise-api-key.ts'],
    tests: ['test/shared/domain/access/*.test.ts', 'test/functions/platform/authorising/*.test.ts'],
  },
  paging: {
    code: [
      'functions/locations-v3/paging.ts',
      'shared/domain/location/catalogue/{catalogue,catalogue-index}.ts',
    ],
    tests: [
      'test/shared/domain/location/catalogue/catalogue.test.ts',
      'test/contract/locations-handlers.test.ts',
    ],
  },
  geography: {
    code: ['shared/spatial/*.ts'],
    tests: ['test/shared/domain/location/catalogue/catalogue.test.ts', 'test/shared/spatial/*.test.ts'],
  },
  hours: {
    code: ['shared/domain/location/hours/*.ts', 'shared/wire/work-centre-view.ts'],
    tests: [
      'test/shared/domain/{importing,location/hours}/*.test.ts',
      'test/shared/wire/work-centre-view.test.ts',
      'test/contract/locations-handlers.test.ts',
    ],
  },
  keys: {
    code: ['shared/data-access/access/*.ts'],
    tests: [
      'test/shared/data-access/access/*.test.ts',
      'test/functions/platform/authorising/key-life.test.ts',
    ],
  },
  billing: {
    code: ['shared/{data-access,domain}/billing/*.ts'],
    tests: [
      'test/shared/{data-access,domain}/billing/*.test.ts',
      'test/functions/bill-management-v1/{submit-enquiry,validate-bill,values-with-commas}.test.ts',
    ],
  },
  importing: {
    code: [
      'shared/data-access/importing/*.ts',
      'shared/domain/importing/{biller-record,capability-record,import-field}.ts',
      'functions/platform/import-file.ts',
    ],
    tests: [
      'test/shared/data-access/importing/*.test.ts',
      'test/shared/domain/importing/*.test.ts',
      'test/functions/platform/importing/*.test.ts',
    ],
  },
};
