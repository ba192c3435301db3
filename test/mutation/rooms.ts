/** The rooms whose tests are judged by mutants, each with the files that make it up. */
export const rooms = {
  validation: [
    'shared/http/{api-request,gateway-event,json-body,query-params,violation-words}.ts',
    'functions/bill-management-v1/contract.ts',
    'functions/locations-v2/{contract,point-query,service-codes}.ts',
    'functions/locations-v3/{contract,work-centre-query,download-query}.ts',
  ],
  authorisation: ['shared/domain/access/*.ts', 'functions/platform/authorise-api-key.ts'],
  paging: [
    'functions/locations-v3/{paging,list-work-centres,list-operational-capabilities}.ts',
    'shared/domain/location/{row-search,rows}.ts',
  ],
  geography: [
    'shared/domain/location/{great-circle,nearest,neighbours,spatial-index}.ts',
    'shared/wire/rounded-kilometres.ts',
  ],
  hours: [
    'shared/domain/location/{calendar-day,capability-hours,hour-entry,hour-record,opening-hours,special-entry,stretch}.ts',
    'shared/wire/locations-v3/hours-view.ts',
  ],
} as const satisfies Record<string, readonly string[]>;
export type Room = keyof typeof rooms;
