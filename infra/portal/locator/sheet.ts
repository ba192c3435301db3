import { onPage } from './dom.ts';

/** Heights of the sheet on phones. */
const positions = ['peek', 'half', 'full'] as const;
type SheetPosition = (typeof positions)[number];

export interface Sheet {
  /** Shows at least this much. Has no effect on computers, where the list stands beside the map. */
  show(position: SheetPosition): void;
}

/** Movement in pixels from which a press is a drag. */
const minDrag = 8;

/** Connects the sheet with the results on phones: two buttons, and dragging its handle, change its height. */
export const connectSheet = (): Sheet => {
  const sheet = onPage('sheet', HTMLElement);
  const handle = onPage('sheet-handle', HTMLElement);
  const [up, down] = [onPage('sheet-up', HTMLButtonElement), onPage('sheet-down', HTMLButtonElement)];

  const place = (position: SheetPosition) => {
    sheet.dataset.position = position;
    up.disabled = position === 'full';
    down.disabled = position === 'peek';
  };
  const current = () => positions.find((position) => position === sheet.dataset.position) ?? 'peek';
  const step = (by: number) => place(positions[Math.max(0, positions.indexOf(current()) + by)] ?? 'full');

  up.addEventListener('click', () => step(1));
  down.addEventListener('click', () => step(-1));

  handle.addEventListener('pointerdown', (start) => {
    const height = sheet.getBoundingClientRect().height;
    let moved = 0;
    const onMove = ({ clientY }: PointerEvent) => {
      moved = start.clientY - clientY;
      if (Math.abs(moved) < minDrag) return;
      if (!handle.hasPointerCapture(start.pointerId)) handle.setPointerCapture(start.pointerId);
      sheet.classList.add('dragged');
      sheet.style.height = `${height + moved}px`;
    };
    const onEnd = () => {
      handle.removeEventListener('pointermove', onMove);
      sheet.classList.remove('dragged');
      sheet.style.height = '';
      if (Math.abs(moved) >= minDrag) step(Math.sign(moved) * (Math.abs(moved) > height / 2 ? 2 : 1));
    };
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('pointerup', onEnd, { once: true });
    handle.addEventListener('pointercancel', onEnd, { once: true });
  });
  place('peek');
  return {
    show(position) {
      if (positions.indexOf(position) > positions.indexOf(current())) place(position);
    },
  };
};
