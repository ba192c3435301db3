/** Files beside those of the rooms that no mutants judge, and what holds them instead. */
export const inNoRoom: readonly { readonly files: string; readonly why: string }[] = [
  {
    files: 'shared/http/{api-handler,errors,error-response,headers,response}.ts',
    why: 'They answer: the suites of the contract read whole answers and every error, of handlers and of the running stack.',
  },
  {
    files: 'functions/{bill-management-v1,locations-v2,locations-v3,platform}/*.ts',
    why: 'Handlers join what the rooms hold; the suites of the contract and the tests of functions run them whole.',
  },
  {
    files: 'shared/domain/location/catalogue/*.ts',
    why: 'The catalogue is compared with a search by brute force, over random networks.',
  },
  {
    files: 'shared/domain/importing/location-record.ts',
    why: 'The tests of a line of a file go through its fields one by one, and their bounds.',
  },
  {
    files: 'shared/wire/*.ts',
    why: 'Views are held to the contract and to the expectations of its suites, for random locations too.',
  },
  {
    files: 'shared/domain/*.ts',
    why: 'A few lines each, which every room uses.',
  },
];
