import { announcer } from './announcer.ts';
import { showApiAddress } from './api-address.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { connectKeyButton } from './key-dialog.ts';
import { theVisitorsKey } from './the-visitors-key.ts';

/** The program of every page. */
const keyButton = document.querySelector<HTMLButtonElement>('[data-key-button]');
if (keyButton) connectKeyButton(keyButton, theVisitorsKey);
addCopyButtons(document, announcer());
await showApiAddress(document);
