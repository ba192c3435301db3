/** A price for the first so many units of a month, and for those after them. */
interface Tier {
  readonly upTo: number;
  readonly price: number;
}

/**
 * What AWS publishes for US East (N. Virginia), in US dollars and without free tiers, as read in November 2026; other
 * regions ask up to a third more. Each is on the service's own page, `https://aws.amazon.com/<service>/pricing/`.
 */
export const prices = {
  /** api-gateway: a REST API's requests of a month. */
  gatewayRequest: [
    { upTo: 333e6, price: 3.5e-6 },
    { upTo: 1e9, price: 2.8e-6 },
    { upTo: 20e9, price: 2.38e-6 },
    { upTo: Infinity, price: 1.51e-6 },
  ] satisfies readonly Tier[],
  /** lambda, arm64. */
  functionRequest: 0.2e-6,
  functionGigabyteSecond: 1.33334e-5,
  /** lambda: what is kept warm, and what runs there. */
  warmGigabyteSecond: 3.3334e-6,
  /** dynamodb, on demand. */
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGigabyteMonth: 0.25,
  backupGigabyteMonth: 0.2,
  /** s3, Standard. */
  objectWrite: 5e-6,
  objectRead: 0.4e-6,
  objectGigabyteMonth: 0.023,
  /** cloudwatch. */
  logGigabyte: 0.5,
  metricMonth: 0.3,
  /** For each metric that an alarm looks at. */
  alarmMetricMonth: 0.1,
  compositeAlarmMonth: 0.5,
  dashboardMonth: 3,
  /** xray: a trace that is recorded. */
  trace: 5e-6,
  /** waf. */
  firewallMonth: 5,
  firewallRuleMonth: 1,
  firewallRequest: 0.6e-6,
  /** kms: a key of one's own. */
  keyMonth: 1,
  /** rds/postgresql, "On-Demand Multi-AZ": db.t4g.medium, 2 processors and 4 GB, an hour in two zones; gp3 in two zones. */
  databaseInTwoZones: 0.13,
  databaseGigabyteInTwoZones: 0.23,
  /** rds/proxy: a processor of the database an hour. */
  databaseProxyProcessor: 0.015,
  /** location, "Places": the cheapest request that looks for places at a position. */
  placesRequest: 0.5e-3,
  /** ec2/pricing/on-demand, "Data Transfer OUT": the first 10 TB. */
  gigabyteOut: 0.09,
} as const;

/** What so many units of a month cost at prices that fall with their number. */
export const tiered = (units: number, tiers: readonly Tier[]): number => {
  let cost = 0;
  let from = 0;
  for (const { upTo, price } of tiers) {
    cost += Math.max(0, Math.min(units, upTo) - from) * price;
    from = upTo;
  }
  return cost;
};
