import { keepFocus } from '../../portal/browser/dom.ts';
import { type Block, type Cell, overviewReply } from '../contract.ts';
import { ConsoleError, call, notify, poll } from './api.ts';
import { type Content, element } from './dom.ts';
import { code, facts, list, section, table } from './parts.ts';

const pollMilliseconds = 5_000;

/** Shows the overview, and updates it while the page is visible. */
export const showOverview = (page: HTMLElement): Promise<void> =>
  poll(pollMilliseconds, async () => {
    try {
      const { sections } = await call('/api/overview', overviewReply);
      keepFocus(page, () =>
        page.replaceChildren(...sections.map(({ title, blocks }) => section(title, ...blocks.map(show)))),
      );
      notify('');
      return true;
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), true);
      return !(error instanceof ConsoleError && error.code === 'ended');
    }
  });

const show = (block: Block): HTMLElement => {
  if ('facts' in block) return facts(block.facts.map(([name, value]) => [name, showCell(value)]));
  if ('list' in block) return list(block.list.map(withCommands), 'problems');
  if ('rows' in block) {
    const rows = block.rows.map((row) => row.map(showCell));
    return table(block.caption, block.headings, rows, block.none);
  }
  if (!('link' in block)) return element('p', { class: block.look ?? 'plain' }, withCommands(block.text));
  const link = { href: block.link, target: '_blank', rel: 'noopener noreferrer' };
  return element('p', {}, element('a', link, block.text), '.');
};

const showCell = (cell: Cell): Content => {
  if (typeof cell === 'string') return cell;
  return 'code' in cell ? code(cell.code) : element('a', { href: cell.href }, cell.text);
};

const commandLine =
  /(waypost (?:audit|publish|redrive|rollback|import|status|locations \w+)(?: --?[\w-]+(?: (?!-)[\w./-]+)?)*)/;

/** Shows the command lines in a sentence as code. */
const withCommands = (sentence: string): HTMLElement =>
  element(
    'span',
    {},
    ...sentence.split(commandLine).map((text, index) => (index % 2 === 1 ? code(text) : text)),
  );
