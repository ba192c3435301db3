/** Limits of a function's bundle. */
export interface BundleBudget {
  readonly kilobytes: number;
  /** Processor time to load the bundle, as a multiple of that of an empty one. */
  readonly timesEmpty: number;
}

/** Budget of functions without a store. */
const alone = { kilobytes: 76, timesEmpty: 2.8 };
/** Budget of functions that read the published catalogue. */
const catalogue = { kilobytes: 186, timesEmpty: 3.5 };
/** Budget of functions with the SDK's DynamoDB client. */
const tables = { kilobytes: 310, timesEmpty: 5 };

/**
 * Budgets of every deployed function. Sizes are a twentieth above the largest function that shared a budget when it was
 * set; times a third above measurements on a busy machine.
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
  // No client waits for these two.
  'functions/platform/import-file.ts': { kilobytes: 580, timesEmpty: 7.5 },
  'functions/platform/publish-locations.ts': { kilobytes: 660, timesEmpty: 6.7 },
  'functions/platform/refuse-method.ts': alone,
  'functions/platform/refuse-path.ts': alone,
};
