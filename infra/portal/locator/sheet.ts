import { onPage } from '../browser/dom.ts';
import type { LocatorStore } from './locator-state.ts';

/** Heights of the sheet on phones. */
const positions = ['peek', 'half', 'full'] as const;

/** Movement in pixels from which a press is a drag. */
const minDrag = 8;

/**
 * Connects the sheet with the results on phones: two buttons, and dragging its handle, change its height. A search, and
 * the details of a place, raise it to half if it is lower.
 */
export const connectSheet = (store: LocatorStore): void => {
  const sheet = onPage('sheet', HTMLElement);
  const handle = onPage('sheet-handle', HTMLElement);
  const [up, down] = [onPage('sheet-up', HTMLButtonElement), onPage('sheet-down', HTMLButtonElement)];
  let position = 0;
  const step = (by: number) => {
    position = Math.max(0, Math.min(positions.length - 1, position + by));
    sheet.dataset.position = positions[position];
    up.disabled = positions[position] === 'full';
    down.disabled = positions[position] === 'peek';
  };
  up.addEventListener('click', () => step(1));
  down.addEventListener('click', () => step(-1));
  handle.addEventListener('pointerdown', (start) => {
    if (start.target instanceof Element && start.target.closest('button')) return;
    handle.setPointerCapture(start.pointerId);
    const height = sheet.getBoundingClientRect().height;
    const drag = new AbortController();
    let moved = 0;
    const onMove = ({ clientY }: PointerEvent) => {
      moved = start.clientY - clientY;
      sheet.classList.add('dragged');
      sheet.style.height = `${height + moved}px`;
    };
    const onEnd = () => {
      drag.abort();
      sheet.classList.remove('dragged');
      sheet.style.height = '';
      if (Math.abs(moved) >= minDrag) step(Math.sign(moved) * (Math.abs(moved) > height / 2 ? 2 : 1));
    };
    handle.addEventListener('pointermove', onMove, drag);
    for (const end of ['pointerup', 'pointercancel']) handle.addEventListener(end, onEnd, drag);
  });
  step(0);
  store.follow(({ where, selected }, previous) => {
    const isNew = (where && where !== previous.where) || (selected && selected !== previous.selected);
    if (isNew && position === 0) step(1);
  });
};
