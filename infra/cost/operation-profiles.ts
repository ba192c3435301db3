/** What one usual request of an operation takes. */
export interface OperationProfile {
  /** As the service's specification has it. */
  readonly operationId: string;
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

const ofCatalogue = (operationId: string, milliseconds: number, kilobytes: number): OperationProfile => ({
  operationId,
  memory: 'catalogue',
  milliseconds,
  kilobytes,
});

/**
 * Every operation with its usual request: the nearest five, a page of twenty, the red boxes of 21,000 locations.
 * Milliseconds are those of an instance that runs already, what Lambda's runtime adds to each included.
 */
export const operationProfiles: readonly OperationProfile[] = [
  { operationId: 'getBillerMetadaba', memory: 'standard', milliseconds: 15, kilobytes: 4, readUnits: 4 },
  { operationId: 'getBillTypes', memory: 'standard', milliseconds: 12, kilobytes: 0.5, readUnits: 0.5 },
  {
    operationId: 'getBillerMetadabaByCode',
    memory: 'standard',
    milliseconds: 10,
    kilobytes: 0.5,
    readUnits: 0.5,
  },
  { operationId: 'enquiry', memory: 'standard', milliseconds: 25, kilobytes: 0.3, writeUnits: 5 },
  { operationId: 'ping', memory: 'standard', milliseconds: 2, kilobytes: 0.1 },
  { operationId: 'health', memory: 'standard', milliseconds: 12, kilobytes: 0.3, readUnits: 1 },
  ofCatalogue('getGeoLocationsByPostCodeUsingGET', 3, 2),
  ofCatalogue('getGeoLocationsByWcidUsingGET', 3, 0.7),
  ofCatalogue('getGeoLocationsByDeliveryPointIdUsingGET', 3, 0.7),
  ofCatalogue('getPointsByLocationCodeUsingGET', 3, 0.7),
  ofCatalogue('getPointsByTypeUsingGET', 500, 900),
  ofCatalogue('getGeoLocationsUsingGET', 3, 1.5),
  ofCatalogue('getServicesUsingGET', 3, 2),
  ofCatalogue('getServicesByServiceCodesUsingGET', 3, 0.5),
  ofCatalogue('getWorkCentres', 5, 5),
  ofCatalogue('getWorkCentreByID', 3, 1.5),
  ofCatalogue('exportWorkCentres', 5, 0.5),
  ofCatalogue('getOperationalCapabilities', 3, 2),
];
