import type { Run } from '../operator/command.ts';
import { onInterrupt, openBrowser, say } from '../operator/terminal/output.ts';
import { consoleAssets } from './assets.ts';
import { importOperations } from './import-desk.ts';
import { locationOperations } from './location-desk.ts';
import { overviewOperations } from './overview.ts';
import { pageAt } from './pages.ts';
import { startConsole } from './server.ts';

interface ConsoleOptions {
  readonly port: number;
  /** Whether to open the browser. */
  readonly open: boolean;
}

/** `waypost console`: serves the console until Ctrl-C. Throws OperatorError. */
export const consoleCommand: Run<ConsoleOptions> = async ({ openStack }, { port, open }) => {
  const stack = await openStack();
  const imports = importOperations(stack);
  const { link, close } = await startConsole({
    operations: { ...overviewOperations(stack), ...imports.operations, ...locationOperations(stack) },
    assets: await consoleAssets(),
    pageAt: pageAt(stack.dashboard ? stack.command('').replaceAll('--', '').trim() : 'local stack'),
    port,
  });
  onInterrupt('the console has stopped', () => {
    close();
    imports.removeFiles();
  });
  say(`The console is open at this link, which works once. Ctrl-C stops it.\n\n  ${link}\n`);
  if (open) openBrowser(link);
  return new Promise(() => {});
};
