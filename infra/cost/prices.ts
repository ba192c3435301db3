/** Price per unit for a month's units up to `upTo`. Each tier starts where the previous one ends. */
interface Tier {
  readonly upTo: number;
  readonly price: number;
}

/**
 * Published prices for US East (N. Virginia) in US dollars, without free tiers. Other regions cost up to a third more.
 * Each comment gives the page of the prices below it, and the date on which it was read.
 */
export const prices = {
  /** REST API, by requests per month. https://aws.amazon.com/api-gateway/pricing/, 2026-11-21. */
  gatewayRequest: [
    { upTo: 333e6, price: 3.5e-6 },
    { upTo: 1e9, price: 2.8e-6 },
    { upTo: 20e9, price: 2.38e-6 },
    { upTo: Infinity, price: 1.51e-6 },
  ] satisfies readonly Tier[],
  /** On arm64. https://aws.amazon.com/lambda/pricing/, 2026-11-21. */
  functionRequest: 0.2e-6,
  functionGigabyteSecond: 1.33334e-5,
  /** Provisioned concurrency, on arm64. https://aws.amazon.com/lambda/pricing/, 2026-11-21. */
  warmGigabyteSecond: 3.3334e-6,
  /** On demand. https://aws.amazon.com/dynamodb/pricing/on-demand/, 2026-11-21. */
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGigabyteMonth: 0.25,
  backupGigabyteMonth: 0.2,
  /**
   * Warm storage of a table's backups in a vault. https://aws.amazon.com/backup/pricing/, as quoted by others,
   * 2026-11-26.
   */
  vaultGigabyteMonth: 0.1,
  /** S3 Standard. https://aws.amazon.com/s3/pricing/, 2026-11-21. */
  objectWrite: 5e-6,
  objectRead: 0.4e-6,
  objectGigabyteMonth: 0.023,
  /** https://aws.amazon.com/cloudwatch/pricing/, 2026-11-21. */
  logGigabyte: 0.5,
  metricMonth: 0.3,
  /** Per metric that an alarm reads. */
  alarmMetricMonth: 0.1,
  compositeAlarmMonth: 0.5,
  dashboardMonth: 3,
  /** Per recorded trace. https://aws.amazon.com/xray/pricing/, 2026-11-21. */
  trace: 5e-6,
  /** https://aws.amazon.com/waf/pricing/, 2026-11-21. */
  firewallMonth: 5,
  firewallRuleMonth: 1,
  firewallRequest: 0.6e-6,
  /** Customer managed key. https://aws.amazon.com/kms/pricing/, 2026-11-21. */
  keyMonth: 1,
  /**
   * "On-Demand Multi-AZ": db.t4g.medium (2 processors, 4 GB) per hour in two zones. The storage is gp3 in two zones.
   * https://aws.amazon.com/rds/postgresql/pricing/, 2026-11-22.
   */
  databaseInTwoZones: 0.13,
  databaseGigabyteInTwoZones: 0.23,
  /** Per hour and database processor. https://aws.amazon.com/rds/proxy/pricing/, 2026-11-22. */
  databaseProxyProcessor: 0.015,
  /** "Places": the cheapest request to search near a position. https://aws.amazon.com/location/pricing/, 2026-11-22. */
  placesRequest: 0.5e-3,
  /** "Data Transfer OUT": the first 10 TB. https://aws.amazon.com/ec2/pricing/on-demand/, 2026-11-21. */
  gigabyteOut: 0.09,
} as const;

/** Returns the cost in dollars of a month's units at tiered prices. */
export const tiered = (units: number, tiers: readonly Tier[]): number => {
  let cost = 0;
  let from = 0;
  for (const { upTo, price } of tiers) {
    cost += Math.max(0, Math.min(units, upTo) - from) * price;
    from = upTo;
  }
  return cost;
};
