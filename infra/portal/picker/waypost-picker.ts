/**
 * Script for websites that let their visitors choose a place, served as /waypost-picker.js. It shows the portal's
 * picker in a frame, and receives one message from it.
 */

/** A place that a visitor chose. */
export interface PickedPlace {
  /** Id of the work centre. */
  readonly id: string;
  readonly name: string;
  /** Address on one line. */
  readonly address: string;
  /** Time of the choice, RFC 3339. */
  readonly at: string;
}

/** All messages that the picker can send. */
export type PickerMessage =
  | ({ readonly type: 'waypost-place' } & PickedPlace)
  | { readonly type: 'waypost-cancel' };

/** Initial options of the picker, by their names in the guide `recipes/picker`. */
type PickerOptions = Readonly<Record<string, string | number | boolean | null | undefined>>;

const script = document.currentScript;
const portal = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin;

/** Opens the picker in a dialog. Resolves to the place, or to undefined if the visitor cancels. */
const open = (options: PickerOptions = {}): Promise<PickedPlace | undefined> =>
  new Promise((resolve) => {
    const parameters = new URLSearchParams({ origin: location.origin });
    for (const [name, value] of Object.entries(options))
      if (value !== undefined && value !== null) parameters.set(name, String(value));
    const dialog = document.createElement('dialog');
    const frame = document.createElement('iframe');
    const close = document.createElement('button');
    // In the fragment, so that no server learns where the visitor is.
    frame.src = `${portal}/locator/embed/#${parameters}`;
    frame.title = 'Choose a place';
    frame.allow = 'geolocation';
    // Outside the frame, so that it works even if the frame does not.
    close.textContent = '✕';
    close.ariaLabel = 'Close';
    close.onclick = () => dialog.close();
    dialog.style.cssText =
      'width:min(70rem,100vw);height:min(52rem,100dvh);max-width:100vw;max-height:100dvh;padding:0;border:0;overflow:hidden';
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
    close.style.cssText =
      'position:absolute;top:8px;right:8px;width:44px;height:44px;border:1px solid;border-radius:50%;font-size:18px';

    const finish = (place?: PickedPlace) => {
      removeEventListener('message', receive);
      // Returns the focus to the website's own button.
      dialog.close();
      dialog.remove();
      resolve(place);
    };
    const receive = ({ origin, source, data }: MessageEvent) => {
      if (origin !== portal || source !== frame.contentWindow) return;
      if (data?.type === 'waypost-cancel') finish();
      if (data?.type !== 'waypost-place') return;
      const { id, name, address, at } = data;
      if ([id, name, address, at].every((text) => typeof text === 'string'))
        finish({ id, name, address, at });
    };
    addEventListener('message', receive);
    // Also called if the website or the Escape key closes the dialog.
    dialog.addEventListener('close', () => finish());
    dialog.append(frame, close);
    document.body.append(dialog);
    dialog.showModal();
  });

Object.assign(window, { WaypostPicker: { open } });
