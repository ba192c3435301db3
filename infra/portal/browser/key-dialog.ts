import { apiOrigin, readPortalSettings, settingsProblem } from './portal-settings.ts';
import { checkKey, type KeyCheck, type KeyDetails, type VisitorKey } from './visitor-key.ts';

/**
 * Connects the button in the header of every page, which shows the visitor's key, with a dialog to enter, see and forget
 * it. A key is checked before it is kept.
 */
export const connectKeyButton = (button: HTMLButtonElement, key: VisitorKey): void => {
  const dialog = createDialog();
  const show = () => {
    const details = key.details();
    button.dataset.held = String(details !== undefined);
    button.textContent = details ? shortDescription(details) : 'Enter your key';
    dialog.show(details);
  };
  dialog.form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (dialog.isBusy()) return;
    dialog.wait();
    const visit = dialog.visit();
    const given = dialog.input.value.trim();
    const check = await checkEntered(given);
    // The visitor has closed the dialog in the meantime.
    if (visit !== dialog.visit()) return;
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

/** `acme · sandbox · 20 req/s` */
const shortDescription = ({ client = 'Key', mode, rate }: KeyDetails): string =>
  [client, mode, ...(rate === undefined ? [] : [`${rate} req/s`])].join(' · ');

const checkEntered = async (key: string): Promise<KeyCheck> => {
  if (key === '') return { problem: 'Enter a key.' };
  const settings = await readPortalSettings().catch(() => undefined);
  // Without the settings, the address of the API is unknown, and no other site may get the key.
  return settings ? checkKey(apiOrigin(settings), key) : { problem: settingsProblem };
};

const modes: Readonly<Record<KeyDetails['mode'], string>> = {
  sandbox: 'Sandbox: it can simulate failures, and its enquiries are tests.',
  live: 'Live: enquiries are real.',
  test: 'Test environment. It is not a sandbox key, so it cannot simulate failures.',
  browser: 'Browser key: for searches on its websites.',
};

const factsOf = ({ client, mode, plan, rate, scopes }: KeyDetails): readonly (readonly [string, string])[] =>
  (
    [
      ['Client', client],
      ['Kind', modes[mode]],
      ['Plan', plan && `${plan}${rate ? `: ${rate} searches per second` : ''}`],
      ['Scopes', scopes?.join(', ')],
    ] as const
  ).flatMap(([name, value]) => (value ? [[name, value] as const] : []));

const dialogContent = `<form method="dialog" novalidate>
  <h2 id="key-dialog-title" tabindex="-1">Your key</h2>
  <dl hidden></dl>
  <p id="key-dialog-about">The key is kept only in this tab until you close it, and is sent only to the API.</p>
  <div data-entry><label for="key-dialog-input">AUTH-KEY</label>
  <input id="key-dialog-input" type="password" autocomplete="off" spellcheck="false" autocapitalize="off" placeholder="wp_…" aria-describedby="key-dialog-message key-dialog-about"></div>
  <p id="key-dialog-message" role="alert"></p>
  <p class="actions"><button class="button primary" data-use>Use this key</button><button type="button" class="button" data-close>Close</button><button type="button" class="button" data-forget>Forget key</button></p>
</form>`;

const createDialog = () => {
  const dialog = document.createElement('dialog');
  dialog.className = 'key-dialog';
  dialog.setAttribute('aria-labelledby', 'key-dialog-title');
  dialog.innerHTML = dialogContent;
  document.body.append(dialog);
  const find = <E extends HTMLElement>(selector: string, type: new () => E): E => {
    const found = dialog.querySelector(selector);
    if (!(found instanceof type)) throw new Error(`the key dialog has no ${selector}`);
    return found;
  };
  const [form, title, facts] = [
    find('form', HTMLFormElement),
    find('h2', HTMLElement),
    find('dl', HTMLElement),
  ];
  const [input, entry] = [find('input', HTMLInputElement), find('[data-entry]', HTMLElement)];
  const [use, close] = [find('[data-use]', HTMLButtonElement), find('[data-close]', HTMLButtonElement)];
  const forget = find('[data-forget]', HTMLButtonElement);
  const message = find('[role=alert]', HTMLElement);
  const say = (text: string, { isProblem = false, isBusy = false } = {}) => {
    message.textContent = text;
    input.setAttribute('aria-invalid', String(isProblem));
    form.setAttribute('aria-busy', String(isBusy));
  };
  close.addEventListener('click', () => dialog.close());
  let visits = 0;
  dialog.addEventListener('close', () => {
    visits++;
    input.value = '';
    say('');
  });
  return {
    form,
    input,
    forget,
    isBusy: () => form.ariaBusy === 'true',
    /** Returns a number that changes when the dialog is closed. */
    visit: () => visits,
    open: () => {
      dialog.showModal();
      (entry.hidden ? title : input).focus();
    },
    wait: () => say('Checking the key…', { isBusy: true }),
    reject: (problem: string) => {
      say(problem, { isProblem: true });
      input.select();
    },
    accept: () => {
      say('The API accepts this key.');
      input.value = '';
      close.focus();
    },
    /** Shows what is known about the key, or the field for one if there is none. */
    show: (details: KeyDetails | undefined) => {
      facts.replaceChildren(...(details ? factsOf(details).map(factRow) : []));
      facts.hidden = facts.childElementCount === 0;
      const isHeld = details !== undefined;
      if (!isHeld) say('');
      [entry.hidden, use.hidden, forget.hidden] = [isHeld, isHeld, !isHeld];
      close.classList.toggle('primary', isHeld);
      title.textContent = isHeld ? 'Your key' : 'Enter your key';
    },
  };
};

const factRow = ([name, value]: readonly [string, string]): HTMLElement => {
  const row = document.createElement('div');
  for (const [tag, text] of [
    ['dt', name],
    ['dd', value],
  ] as const)
    row.append(Object.assign(document.createElement(tag), { textContent: text }));
  return row;
};
