import type { ShownWorkCentre } from '../api/answers.ts';
import { button, element } from './element.ts';

/** What the details of a place ask of the API, and where it is. */
export interface AskedOfApi {
  /** Where the services answer. */
  readonly baseUrl: string;
  readonly workCentreJson: (id: string) => Promise<unknown>;
}

const shownMilliseconds = 2_000;

/** A request to be repeated in a shell that has the key in its environment: none is written here. */
const curlOf = (baseUrl: string, id: string): string =>
  `curl -H "AUTH-KEY: $WAYPOST_KEY" "${baseUrl}/locations/v3/workcentres/${encodeURIComponent(id)}"`;

const copyButton = (text: string): HTMLButtonElement => {
  const made = button('Copy as curl', () => {
    const told = (word: string) => {
      made.textContent = word;
      setTimeout(() => {
        made.textContent = 'Copy as curl';
      }, shownMilliseconds);
    };
    navigator.clipboard.writeText(text).then(
      () => told('Copied'),
      () => told('Not allowed'),
    );
  });
  return made;
};

const deliveryPointsOf = ({ location }: ShownWorkCentre): readonly string[] => [
  ...new Set(location.addresses.map(({ attributes: { dpid } }) => dpid).filter(Boolean)),
];

/** A link cannot carry the key: the answer is fetched, and shown in its place. */
const jsonButton = (id: string, { workCentreJson }: AskedOfApi, shownIn: HTMLElement): HTMLButtonElement =>
  button('Show raw JSON', () => {
    shownIn.hidden = false;
    shownIn.textContent = 'Asking the API…';
    workCentreJson(id).then(
      (json) => {
        shownIn.textContent = JSON.stringify(json, undefined, 2);
      },
      () => {
        shownIn.textContent = 'The API did not answer. Search again to see why.';
      },
    );
  });

/** What an operator holds against the imported data: codes, coordinates, and the answer as it came. */
export const operatorFacts = (workCentre: ShownWorkCentre, api: AskedOfApi): HTMLElement => {
  const { attributes, location } = workCentre;
  const json = element('pre', { attributes: { tabindex: '0', 'aria-label': 'Raw JSON' } });
  json.hidden = true;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Location code', workCentre.id],
    ['Work centre id', attributes.work_centre_id],
    ['Type', workCentre.type],
    ['Latitude, longitude', `${location.attributes.lat}, ${location.attributes.lon}`],
    ['Delivery points', deliveryPointsOf(workCentre).join(', ')],
    ['Access restriction', attributes.access_restriction_code],
    ['Location type', attributes.location_type_code],
  ];
  return element(
    'details',
    { class: 'operator' },
    element('summary', {}, 'For operators'),
    element(
      'dl',
      { class: 'facts' },
      ...facts.flatMap(([name, value]) =>
        value ? [element('dt', {}, name), element('dd', {}, element('code', {}, value))] : [],
      ),
    ),
    element(
      'p',
      { class: 'actions' },
      jsonButton(workCentre.id, api, json),
      copyButton(curlOf(api.baseUrl, workCentre.id)),
    ),
    json,
  );
};
