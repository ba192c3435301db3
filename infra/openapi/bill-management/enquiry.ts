import { enquiryResponse } from '../../../functions/bill-management-v1/contract.ts';
import { request } from '../../../functions/bill-management-v1/submit-enquiry.ts';
import { describeOperation, jsonAnswer } from '../document/operation-description.ts';

/** POST /enquiries */
export const enquiry = describeOperation(request, {
  summary: 'Submit an enquiry',
  description:
    'Takes an enquiry from a contact form, and answers with the number that it can be asked after by. Send an ' +
    '`idempotency-key` where you may have to send the same enquiry again: it is then stored once, and each answer ' +
    'names the same number.',
  tag: 'Endpoints',
  headers: {
    'idempotency-key': {
      description:
        'Identifies this enquiry for 24 hours, so that the client can safely send it again: with the same body the answer is ' +
        'the same, with another body it is 400. An empty key counts as absent; two different keys are 400.',
      example: '2b9d0f0e-6b9a-4a6e-8f0b-7c1f7a3f1a11',
    },
  },
  body: {
    name: 'EnquiryRequest',
    description: 'The enquiry: at most 128 KiB of JSON in UTF-8. Other fields are ignored, and not stored.',
    fields: {
      firstname: { description: 'First name of the sender.' },
      lastname: { description: 'Last name of the sender.' },
      email: { description: 'Where an answer is to go.' },
      enquiryDetails: { description: 'The text of the enquiry.' },
      enquiryType: { description: 'What it is about.' },
      biller: { description: 'Name or code of the biller. Must be there, and may be null.' },
      billId: { description: 'What the bill is known by. Must be there, and may be null.' },
      paymentDate: {
        description:
          'Contains a date: day, month and year, with `/` or `-` between them. Null counts as absent.',
      },
    },
    examples: {
      payment: {
        summary: 'A payment that did not arrive',
        value: {
          firstname: 'Ada',
          lastname: 'Nguyen',
          email: 'ada.nguyen@example.org',
          enquiryDetails: 'I paid on Monday, and Wattle Water says that nothing has arrived.',
          enquiryType: 'PAYMENT',
          biller: 'Wattle Water',
          billId: '0042 1187 90',
          paymentDate: '16/11/2026',
        },
      },
      general: {
        summary: 'About no bill in particular',
        value: {
          firstname: 'Noah',
          lastname: 'Kelly',
          email: 'noah.kelly@example.org',
          enquiryDetails: 'Can I pay my rates with a debit card?',
          enquiryType: 'GENERAL',
          biller: null,
          billId: null,
        },
      },
    },
  },
  answers: {
    200: jsonAnswer(enquiryResponse, {
      description: 'The enquiry is stored.',
      headers: ['x-ratelimit-limit-second'],
      examples: { stored: { summary: 'Stored', value: { referenceNumber: '7K3M-Q2ZT-9XV1C' } } },
    }),
  },
  errors: [400, 401, 403, 405, 429, 500, 503],
});
