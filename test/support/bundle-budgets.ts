/** What the bundle of a function may be at most. */
export interface BundleBudget {
  readonly kilobytes: number;
  /** Time of a processor until a process has loaded it, against a process that loads an empty one. */
  readonly timesEmpty: number;
}

/** Asks no store. */
const alone = { kilobytes: 25, timesEmpty: 2.8 };
/** Reads the published catalogue. */
const catalogue = { kilobytes: 87, timesEmpty: 3.5 };
/** Asks tables, by the SDK's client of DynamoDB. */
const tables = { kilobytes: 256, timesEmpty: 5 };

/**
 * Of every function that is deployed. The sizes are a twentieth above the largest of those that share one when it was
 * set; the times a third above what was measured on a machine that had much else to do.
 */
export const bundleBudgets: Readonly<Record<string, BundleBudget>> = {
  'functions/bill-management-v1/get-biller-metadata-by-code.ts': tables,
  'functions/bill-management-v1/health.ts': tables,
  'functions/bill-management-v1/list-bill-types.ts': tables,
  'functions/bill-management-v1/list-biller-metadata.ts': tables,
  'functions/bill-management-v1/ping.ts': alone,
  'functions/bill-management-v1/submit-enquiry.ts': tables,
  'functions/locations-v2/find-points-by-delivery-point.ts': catalogue,
  'functions/locations-v2/find-points-by-postcode.ts': catalogue,
  'functions/locations-v2/find-points-by-type.ts': catalogue,
  'functions/locations-v2/find-points-by-work-centre.ts': catalogue,
  'functions/locations-v2/find-points-near.ts': catalogue,
  'functions/locations-v2/get-points-by-location-code.ts': catalogue,
  'functions/locations-v2/get-services-by-code.ts': catalogue,
  'functions/locations-v2/list-services.ts': catalogue,
  'functions/locations-v3/export-work-centres.ts': catalogue,
  'functions/locations-v3/get-work-centre.ts': catalogue,
  'functions/locations-v3/list-operational-capabilities.ts': catalogue,
  'functions/locations-v3/list-work-centres.ts': catalogue,
  'functions/platform/announce-enquiries.ts': tables,
  'functions/platform/authorise-api-key.ts': tables,
  // Nobody waits for these two.
  'functions/platform/import-file.ts': { kilobytes: 513, timesEmpty: 7.5 },
  'functions/platform/publish-locations.ts': { kilobytes: 488, timesEmpty: 6.7 },
  'functions/platform/refuse-method.ts': alone,
  'functions/platform/refuse-path.ts': alone,
};
