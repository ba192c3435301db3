/** What the cost depends on beside the requests. */
export const assumptions = {
  hoursAMonth: 730,
  /** Of requests that wait for a new instance, and what is billed of its start. */
  coldStartShare: 0.002,
  coldStartMilliseconds: 500,
  /** Billed of the authoriser, which reads one key. */
  authoriserMilliseconds: 10,
  /** Of the access log; the functions write nothing of a request that goes well. */
  logBytesARequest: 850,
  /** Keys in use at every moment: each is looked up once in the time that the gateway remembers it. */
  activeKeys: 50,
  networkLocations: 21_000,
  networkGigabytes: 0.03,
  /** Publications because of changes, beside those of the schedule. */
  changesAMonth: 1_000,
  publicationSeconds: 12,
  changeSeconds: 3,
  /** Puts and lists of a publication, with those of its lease. */
  filesAPublication: 20,
  gigabytesAVersion: 0.025,
  gigabytesAChange: 0.003,
  /** Instances that look for a newer catalogue. */
  catalogueInstances: 30,
  customMetrics: 50,
  /** Metrics that the alarms look at; one that adds up ten counts ten. */
  alarmMetrics: 90,
  compositeAlarms: 1,
  firewallRules: 4,
  /** What Lambda traces of a function: its first request of each second, and so much of the rest. */
  tracedShare: 0.05,
} as const;

const secondsAnHour = 3_600;

export const secondsAMonth = assumptions.hoursAMonth * secondsAnHour;

/** Of a request of an instance that runs already, with its part of the starts of others. */
export const billedMilliseconds = (milliseconds: number): number =>
  milliseconds + assumptions.coldStartShare * assumptions.coldStartMilliseconds;

/** How much of the requests of a function is traced that takes so many a second. */
export const tracedShareAt = (requestsPerSecond: number): number => {
  const first = Math.min(1, 1 / requestsPerSecond);
  return first + (1 - first) * assumptions.tracedShare;
};
