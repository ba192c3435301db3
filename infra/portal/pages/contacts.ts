import { Marked } from 'marked';
import { Html, html } from '../layout/html.ts';
import type { PortalSettings } from '../settings.ts';

export type Contacts = Pick<PortalSettings, 'contact' | 'support' | 'status'>;

/** Returns Markdown that says where a stage's users can ask questions. */
export const contactsMarkdown = ({ contact, support, status }: Contacts): string => {
  const lines = [
    ...(contact ? [`- Keys, plans and agreements: [${contact}](mailto:${contact})`] : []),
    ...(support ? [`- Problems and questions: [the support desk](${support})`] : []),
    ...(status ? [`- Outages and maintenance: [the status page](${status})`] : []),
  ];
  if (lines.length === 0)
    return `This stage has no contact, support desk or status page of its own. Ask the person who gave you your key. ${health}`;
  const missing = lines.length < 3 ? ['For anything else, ask the person who gave you your key.'] : [];
  return [lines.join('\n'), [...missing, ...(status ? [] : [health])].join(' ')].join('\n\n').trim();
};

const health = '`GET /bill-management-api/v1/health` needs no key and shows whether bill management is up.';

/** Returns the contacts as HTML, in an element that `withContacts` replaces. */
export const contactsHtml = (contacts: Contacts): Html =>
  html`<div data-contacts>${new Html(new Marked().parse(contactsMarkdown(contacts), { async: false }))}</div>`;

/** Replaces the contacts in the HTML of a page that was built for another stage. */
export const withContacts = (page: string, contacts: Contacts): string =>
  page.replace(/<div data-contacts>[\s\S]*?<\/div>/, () => contactsHtml(contacts).text);
