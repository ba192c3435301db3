import { apiOrigin, readPortalSettings } from './portal-settings.ts';
import { checkKey, type KeyDetails, type VisitorKey } from './visitor-key.ts';

/**
 * Connects the button in the header of every page, which shows the visitor's key, with a dialog to enter, see and forget
 * it. A key is checked before it is kept.
 */
export const connectKeyButton = (button: HTMLButtonElement, key: VisitorKey): void => {
  const dialog = createDialog();
  const show = () => {
    button.dataset.held = String(key.read() !== undefined);
    button.textContent =
      key.read() === undefined ? 'Enter your key' : (shortDescription(key.details()) ?? 'Key in use');
    dialog.show(key.read() === undefined ? undefined : (key.details() ?? {}));
  };
  dialog.form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (dialog.isBusy()) return;
    dialog.wait('Checking the key…');
    const given = dialog.input.value.trim();
    const check = given === '' ? { problem: 'Enter a key.' } : await checkKey(await apiAddress(), given);
    if ('problem' in check) return dialog.reject(check.problem);
    key.write(given, check.details);
    dialog.accept();
  });
  dialog.forget.addEventListener('click', () => {
    key.write('');
    dialog.input.focus();
  });
  button.addEventListener('click', () => dialog.open());
  key.onChange(show);
  show();
  button.hidden = false;
};

/** `acme · sandbox · 20 req/s`; undefined if nothing is known. */
const shortDescription = (details: KeyDetails | undefined): string | undefined =>
  details &&
  [details.client ?? 'Key', details.mode, details.rate && `${details.rate} req/s`]
    .filter(Boolean)
    .join(' · ');

/** If the settings cannot be read, the check fails with the same message as if the API does not respond. */
const apiAddress = (): Promise<string> => readPortalSettings().then(apiOrigin, () => location.origin);

const modes: Readonly<Record<KeyDetails['mode'], string>> = {
  sandbox: 'Sandbox: it can simulate failures, and its enquiries are tests.',
  live: 'Live: enquiries are real.',
  test: 'Test environment. It is not a sandbox key, so it cannot simulate failures.',
  browser: 'Browser key: for searches on its websites.',
};

const factsOf = ({
  client,
  mode,
  plan,
  rate,
  scopes,
}: Partial<KeyDetails>): readonly (readonly [string, string])[] =>
  (
    [
      ['Client', client],
      ['Kind', mode && modes[mode]],
      ['Plan', plan && `${plan}${rate ? `: ${rate} searches per second` : ''}`],
      ['Scopes', scopes?.join(', ')],
    ] as const
  ).flatMap(([name, value]) => (value ? [[name, value] as const] : []));

const dialogContent = `<form method="dialog" novalidate>
  <h2 id="key-dialog-title" tabindex="-1">Your key</h2>
  <dl id="key-dialog-facts" hidden></dl>
  <p id="key-dialog-about">The key is kept only in this tab until you close it, and is sent only to the API.</p>
  <label for="key-dialog-input">AUTH-KEY</label>
  <input id="key-dialog-input" type="password" autocomplete="off" spellcheck="false" autocapitalize="off" placeholder="wp_…" aria-describedby="key-dialog-message key-dialog-about">
  <p id="key-dialog-message" role="alert"></p>
  <p class="actions"><button class="button primary">Use this key</button><button type="button" class="button" data-forget>Forget key</button><button type="button" class="button" data-close>Close</button></p>
</form>`;

const createDialog = () => {
  const dialog = document.createElement('dialog');
  dialog.className = 'key-dialog';
  dialog.setAttribute('aria-labelledby', 'key-dialog-title');
  dialog.innerHTML = dialogContent;
  document.body.append(dialog);
  const find = <E extends Element>(selector: string, type: new () => E): E => {
    const found = dialog.querySelector(selector);
    if (!(found instanceof type)) throw new Error(`the key dialog has no ${selector}`);
    return found;
  };
  const form = find('form', HTMLFormElement);
  const title = find('h2', HTMLHeadingElement);
  const input = find('input', HTMLInputElement);
  const forget = find('[data-forget]', HTMLButtonElement);
  const facts = find('dl', HTMLElement);
  const message = find('#key-dialog-message', HTMLElement);
  const say = (text: string, isProblem = false) => {
    message.textContent = text;
    input.setAttribute('aria-invalid', String(isProblem));
  };
  const setBusy = (busy: boolean) => form.setAttribute('aria-busy', String(busy));
  const close = () => dialog.close();
  find('[data-close]', HTMLButtonElement).addEventListener('click', close);
  dialog.addEventListener('close', () => {
    input.value = '';
    say('');
  });
  return {
    form,
    input,
    forget,
    isBusy: () => form.ariaBusy === 'true',
    open: () => {
      dialog.showModal();
      (facts.hidden ? input : title).focus();
    },
    wait: (text: string) => {
      setBusy(true);
      say(text);
    },
    reject: (problem: string) => {
      setBusy(false);
      say(problem, true);
      input.focus();
      input.select();
    },
    accept: () => {
      setBusy(false);
      input.value = '';
      say('The API accepts this key.');
      title.focus();
    },
    /** Shows what is known about the key; undefined if there is none. */
    show: (details: Partial<KeyDetails> | undefined) => {
      facts.replaceChildren(
        ...factsOf(details ?? {}).map(([name, value]) => {
          const row = document.createElement('div');
          const [term, description] = [document.createElement('dt'), document.createElement('dd')];
          term.textContent = name;
          description.textContent = value;
          row.append(term, description);
          return row;
        }),
      );
      facts.hidden = facts.childElementCount === 0;
      forget.hidden = details === undefined;
      title.textContent = details === undefined ? 'Enter your key' : 'Your key';
    },
  };
};
