import type { VisitorKey } from './visitor-key.ts';

const dialogContent = `<form method="dialog">
  <h2 id="key-dialog-title">Your key</h2>
  <p id="key-dialog-about">It is kept in this tab alone, until you close it, and is sent to the API and nowhere else. Whoever runs the API issues keys.</p>
  <label for="key-dialog-input">AUTH-KEY</label>
  <input id="key-dialog-input" type="password" autocomplete="off" spellcheck="false" autocapitalize="off" placeholder="wp_live_…" aria-describedby="key-dialog-about">
  <p class="actions"><button class="button primary" value="keep">Keep for this tab</button><button class="button" value="forget">Forget it</button><button class="button" value="cancel" formnovalidate>Cancel</button></p>
</form>`;

const newDialog = (): { readonly dialog: HTMLDialogElement; readonly input: HTMLInputElement } => {
  const dialog = document.createElement('dialog');
  dialog.className = 'key-dialog';
  dialog.setAttribute('aria-labelledby', 'key-dialog-title');
  dialog.innerHTML = dialogContent;
  const input = dialog.querySelector('input');
  if (!input) throw new Error('the dialog has no field for the key');
  document.body.append(dialog);
  return { dialog, input };
};

/** The button of every page that shows whether there is a key, and opens a dialog to give or forget one. */
export const connectKeyButton = (button: HTMLButtonElement, key: VisitorKey): void => {
  const { dialog, input } = newDialog();
  const show = () => {
    const held = key.read() !== undefined;
    button.dataset.held = String(held);
    button.textContent = held ? 'Key in use' : 'Enter your key';
  };
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'keep') key.write(input.value);
    if (dialog.returnValue === 'forget') key.write('');
    input.value = '';
  });
  button.addEventListener('click', () => {
    dialog.returnValue = '';
    input.value = key.read() ?? '';
    dialog.showModal();
    input.select();
  });
  key.onChange(show);
  show();
  button.hidden = false;
};
