/**
 * Attributes that parts of Scalar's page lack for those who hear it or have a keyboard alone, and what stands for a key
 * where there is none: Scalar's own looks like one. By what finds the parts.
 */
const lacking: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '[role=combobox][contenteditable]:not([aria-label])': { 'aria-label': 'Value', 'aria-expanded': 'false' },
  '.scalar-code-copy:not([aria-label])': { 'aria-label': 'Copy' },
  '.endpoints:not([tabindex])': { tabindex: '0' },
  '[placeholder^="QUxMIF"]': { placeholder: 'wp_live_…' },
};

const complete = (place: ParentNode): void => {
  for (const [selector, attributes] of Object.entries(lacking)) {
    for (const part of place.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    }
  }
};

/** Gives the parts of Scalar's page what they lack, whenever it shows more of them. */
export const keepReferenceAccessible = (place: HTMLElement): void => {
  new MutationObserver(() => complete(place)).observe(place, { childList: true, subtree: true });
  complete(place);
};
