import { escapeHtml } from './html.ts';

/** Where the address of the API goes that the browser puts in. */
const address = '$API';

/**
 * A block of shell commands with a button to copy it; `what` says which to those who hear the button. `$API` in it
 * becomes the address of the deployment's API.
 */
export const requestToCopy = (commands: string, what: string): string => {
  const shown = escapeHtml(commands.trim()).replaceAll(address, `<span data-api>${address}</span>`);
  return `<div class="copyable" data-what="${escapeHtml(what)}"><pre tabindex="0"><code>${shown}</code></pre></div>`;
};
