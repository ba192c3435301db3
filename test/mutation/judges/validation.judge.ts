import { randomBytes } from 'node:crypto';
import { submitEnquiry } from '../../../functions/bill-management-v1/submit-enquiry.ts';
import { errorResponse as pointErrorResponse } from '../../../functions/locations-v2/contract.ts';
import { errorResponse } from '../../../functions/locations-v3/contract.ts';
import type { EnquiryRepository, EnquiryText } from '../../../shared/domain/billing/enquiry.ts';
import { createReferenceNumber } from '../../../shared/domain/billing/reference-number.ts';
import { enquiryBodySuite } from '../../contract/bill-management/enquiry-body.suite.ts';
import { enquiryFieldsSuite } from '../../contract/bill-management/enquiry-fields.suite.ts';
import { refusalsSuite as pointRefusalsSuite } from '../../contract/locations-v2/refusals.suite.ts';
import { exportRefusalsSuite } from '../../contract/locations-v3/export.suite.ts';
import { filtersSuite } from '../../contract/locations-v3/filters.suite.ts';
import { refusalsSuite } from '../../contract/locations-v3/refusals.suite.ts';
import { serviceClient } from '../../contract/service-client.ts';
import { base, enquiryClient } from '../../support/enquiry-client.ts';
import { publishedFixture } from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { handlerTarget } from '../../support/targets/handler-target.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

/** Those of the contract's suites that say what is refused. Enquiries are kept in memory alone. */
const locations = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
const taken = new Map<string, EnquiryText>();
const register: EnquiryRepository = {
  async submit(_client, text) {
    const referenceNumber = createReferenceNumber(randomBytes);
    taken.set(referenceNumber, text);
    return referenceNumber;
  },
};
const enquiries = handlerTarget([{ path: `${base}/enquiries`, handler: submitEnquiry(register) }]);

const workCentres = serviceClient({ target: () => locations, base: '/locations/v3', errorResponse });
refusalsSuite(workCentres);
filtersSuite(workCentres);
exportRefusalsSuite(workCentres);
pointRefusalsSuite(
  serviceClient({ target: () => locations, base: '/locations/v2', errorResponse: pointErrorResponse }),
);

const sender = enquiryClient(() => enquiries);
const readRow = async (referenceNumber: string) => ({ ...taken.get(referenceNumber), referenceNumber });
enquiryFieldsSuite(sender, readRow);
enquiryBodySuite(sender, readRow);
