import { announcer } from './announcer.ts';
import { showApiAddress } from './api-address.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { connectKeyButton } from './key-dialog.ts';
import { visitorKey } from './visitor-key.ts';

/** The program of every page. */
const keyButton = document.querySelector<HTMLButtonElement>('[data-key-button]');
if (keyButton) connectKeyButton(keyButton, visitorKey);
addCopyButtons(document, announcer());
await showApiAddress(document);
