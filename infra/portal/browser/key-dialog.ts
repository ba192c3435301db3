import { html } from '../layout/html.ts';
import { partOf } from './dom.ts';
import { checkKey, type KeyDetails, visitorKey as key } from './visitor-key.ts';

const content = `<form method="dialog" novalidate>
<h2 id="key-dialog-title" tabindex="-1">Your key</h2>
<dl class="facts"></dl>
<p id="key-dialog-about">The key is kept only in this tab until you close it, and is sent only to the API.</p>
<div data-without-key><label for="key-dialog-input"><b>AUTH-KEY</b></label>
<input id="key-dialog-input" class="input" type="password" autocomplete="off" spellcheck="false" autocapitalize="off" placeholder="wp_…" aria-describedby="key-dialog-message key-dialog-about"></div>
<p id="key-dialog-message" role="alert"></p>
<p class="row"><button class="button primary" data-without-key>Use this key</button><button type="button" class="button" data-with-key data-forget>Forget key</button><button type="button" class="button" data-close>Close</button></p>
</form>`;

/** Connects the header's button with a dialog to enter, view and forget the key, which is checked before it is kept. */
export const connectKeyButton = (button: HTMLButtonElement): void => {
  const dialog = document.createElement('dialog');
  dialog.className = 'box key-dialog';
  dialog.setAttribute('aria-labelledby', 'key-dialog-title');
  dialog.innerHTML = content;
  document.body.append(dialog);
  const part = (selector: string) => partOf(dialog, selector, HTMLElement);
  const [form, title, message] = [part('form'), part('h2'), part('[role=alert]')];
  const [close, input] = [part('[data-close]'), partOf(dialog, 'input', HTMLInputElement)];
  const say = (text: string, { isProblem = false, isBusy = false } = {}) => {
    message.textContent = text;
    message.className = isProblem ? 'error' : '';
    input.setAttribute('aria-invalid', String(isProblem));
    form.setAttribute('aria-busy', String(isBusy));
  };
  const show = () => {
    const details = key.details();
    button.textContent = details ? shortDescription(details) : 'Enter your key';
    title.textContent = details ? 'Your key' : 'Enter your key';
    part('dl').innerHTML = details ? factsOf(details).text : '';
    for (const each of dialog.querySelectorAll<HTMLElement>('[data-with-key]')) each.hidden = !details;
    for (const each of dialog.querySelectorAll<HTMLElement>('[data-without-key]')) each.hidden = !!details;
  };
  let closings = 0;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    say('Checking the key…', { isBusy: true });
    const closingsBefore = closings;
    const check = await checkKey(input.value.trim());
    // The visitor has closed the dialog in the meantime.
    if (closings !== closingsBefore) return;
    if (typeof check === 'string') {
      say(check, { isProblem: true });
      return input.select();
    }
    input.value = '';
    key.write(check);
    say('The API accepts this key.');
    close.focus();
  });
  part('[data-forget]').addEventListener('click', () => {
    say('');
    key.write();
    input.focus();
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    closings++;
    input.value = '';
    say('');
  });
  button.addEventListener('click', () => {
    dialog.showModal();
    (key.read() === undefined ? input : title).focus();
  });
  key.onChange(show);
  show();
  button.hidden = false;
};

/** `acme · sandbox · 20 req/s` */
const shortDescription = ({ client = 'Key', mode, rate }: KeyDetails): string =>
  [client, mode, ...(rate === undefined ? [] : [`${rate} req/s`])].join(' · ');

const modes: Readonly<Record<KeyDetails['mode'], string>> = {
  sandbox: 'Sandbox: it can simulate failures, and its enquiries are tests.',
  live: 'Live: enquiries are real.',
  test: 'Test environment. It is not a sandbox key, so it cannot simulate failures.',
  browser: 'Browser key: for searches on its websites.',
};

const factsOf = ({ client, mode, plan, rate, scopes }: KeyDetails) => {
  const facts = {
    Client: client,
    Kind: modes[mode],
    Plan: plan && `${plan}${rate ? `: ${rate} searches per second` : ''}`,
    Scopes: scopes?.join(', '),
  };
  return html`${Object.entries(facts).map(([name, value]) => value && html`<div><dt class="muted">${name}</dt><dd>${value}</dd></div>`)}`;
};
