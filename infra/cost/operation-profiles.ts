/** What one usual request of an operation takes. */
export interface OperationProfile {
  /** As the service's specification has it. */
  readonly operationId: string;
  /** Of a thousand requests so many ask for it. */
  readonly ofThousand: number;
  /** Which of the stage's sizes of function answers it. */
  readonly memory: 'catalogue' | 'standard';
  /** Billed of its function, which is paid while it waits for a store as well. */
  readonly milliseconds: number;
  /** Sent to the client, compressed. */
  readonly kilobytes: number;
  /** Of DynamoDB: half of one for each 4 KB, as no read here need be consistent. */
  readonly readUnits?: number;
  /** Of DynamoDB: one for each KB, twice that in a transaction. */
  readonly writeUnits?: number;
}

type Store = Pick<OperationProfile, 'readUnits' | 'writeUnits'>;

const ofCatalogue = (
  operationId: string,
  ofThousand: number,
  milliseconds: number,
  kilobytes: number,
): OperationProfile => ({ operationId, ofThousand, memory: 'catalogue', milliseconds, kilobytes });

const ofTables = (
  operationId: string,
  ofThousand: number,
  milliseconds: number,
  kilobytes: number,
  store: Store = {},
): OperationProfile => ({ operationId, ofThousand, memory: 'standard', milliseconds, kilobytes, ...store });

/**
 * Every operation with its usual request: the nearest five, a page of twenty, the red boxes of 21,000 locations; and
 * how often each is asked for by a public site and its partners. Milliseconds are those of an instance that runs
 * already, what Lambda's runtime adds to each included.
 */
export const operationProfiles: readonly OperationProfile[] = [
  ofTables('getBillerMetadaba', 10, 15, 4, { readUnits: 4 }),
  ofTables('getBillTypes', 5, 12, 0.5, { readUnits: 0.5 }),
  ofTables('getBillerMetadabaByCode', 34, 10, 0.5, { readUnits: 0.5 }),
  // A transaction of two items, and the index of one of them.
  ofTables('enquiry', 1, 25, 0.3, { writeUnits: 5 }),
  ofTables('ping', 10, 2, 0.1),
  ofTables('health', 10, 12, 0.3, { readUnits: 1 }),
  ofCatalogue('getGeoLocationsByPostCodeUsingGET', 100, 3, 2),
  ofCatalogue('getGeoLocationsByWcidUsingGET', 20, 3, 0.7),
  ofCatalogue('getGeoLocationsByDeliveryPointIdUsingGET', 10, 3, 0.7),
  ofCatalogue('getPointsByLocationCodeUsingGET', 99, 3, 0.7),
  ofCatalogue('getPointsByTypeUsingGET', 0.1, 500, 900),
  ofCatalogue('getGeoLocationsUsingGET', 400, 3, 1.5),
  ofCatalogue('getServicesUsingGET', 10, 3, 2),
  ofCatalogue('getServicesByServiceCodesUsingGET', 10, 3, 0.5),
  // Compressed in the function, as streams are.
  ofCatalogue('getWorkCentres', 200, 6, 5),
  ofCatalogue('getWorkCentreByID', 70, 3, 1.5),
  ofCatalogue('exportWorkCentres', 0.9, 5, 0.5),
  ofCatalogue('getOperationalCapabilities', 10, 3, 2),
];

/** What a request takes on the average of these operations. */
export const averageOver =
  (profiles: readonly OperationProfile[]) =>
  (of: (profile: OperationProfile) => number): number =>
    profiles.reduce((sum, profile) => sum + (profile.ofThousand / 1e3) * of(profile), 0);
