/** A request that the start page shows. */
interface StartRequest {
  /** What it asks, as a heading says it. */
  readonly title: string;
  /** A line for a shell that knows `$AUTH_KEY`; `$API` is the address of the API. */
  readonly curl: string;
}

/** The first three requests that a newcomer is shown: one of each service. */
export const startRequests: readonly StartRequest[] = [
  {
    title: 'The three work centres nearest to a place',
    curl: 'curl -H "AUTH-KEY: $AUTH_KEY" "$API/locations/v3/workcentres?lat=-33.87&lon=151.21&radius=5&size=3"',
  },
  {
    title: 'Post offices of a postcode',
    curl: 'curl -H "AUTH-KEY: $AUTH_KEY" "$API/locations/v2/points/postcode/3000?types=PO"',
  },
  {
    title: 'Billers whose water bills can be paid',
    curl: 'curl -H "AUTH-KEY: $AUTH_KEY" "$API/bill-management-api/v1/biller-metadata?billType=WATER"',
  },
];
