import { both, type CaseRow, partsAlone, stackAlone } from '../case-row.ts';

const storeAnswers = 'the object store answers, and asks no function';
const publisherDoes = 'requests take no part in a publication; the publisher itself is tested';

/** F: the export. */
export const exportCases: readonly CaseRow[] = [
  both('F01', 'where the redirect leads, and who may keep it'),
  both('F02', 'the redirect is not moved by headers'),
  partsAlone('F03', 'a link after its life', storeAnswers),
  stackAlone('F04', 'a link that was changed', storeAnswers),
  stackAlone('F05', 'links end before the session that signed them', storeAnswers),
  both('F06', 'no export yet'),
  both('F07', 'other methods and unknown parameters'),
  stackAlone('F08', 'the file is whole, and has as many records as the version that it names', storeAnswers),
  partsAlone('F09', 'an import during the export', publisherDoes),
  partsAlone('F10', 'the publisher is killed', publisherDoes),
  partsAlone('F11', 'two publishers at once', publisherDoes),
  partsAlone('F12', 'who holds the lease dies', publisherDoes),
  partsAlone('F13', 'the object store fails, throttles, is slow', publisherDoes),
  partsAlone('F14', 'text that a spreadsheet would run', publisherDoes),
  both('F15', 'a key without the scope of the export; a link outlives its key'),
  partsAlone('F16', 'paths that climb out of the store', storeAnswers),
];
