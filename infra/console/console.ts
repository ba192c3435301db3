import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { build } from 'esbuild';
import type { Run } from '../operator/command.ts';
import { onInterrupt, say } from '../operator/terminal/output.ts';
import { baseMapFiles } from '../portal/base-map/base-map-files.ts';
import { browserOptions } from '../portal/build/browser-bundle.ts';
import { importOperations } from './import-desk.ts';
import { locationOperations } from './location-desk.ts';
import { overviewOperations } from './overview.ts';
import { pageAt } from './pages.ts';
import { startConsole } from './server.ts';

/** `waypost console`: serves the console until Ctrl-C, and opens the browser if `open`. Throws OperatorError. */
export const consoleCommand: Run<{ port: number; open: boolean }> = async ({ openStack }, { port, open }) => {
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

/** Opens the link in the user's browser, if the system has a program for that. */
const openBrowser = (link: string): void => {
  const [program, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[
    process.platform as string
  ] ?? ['xdg-open'];
  const opener = spawn(program ?? '', [...args, link], { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
};

/** Bundles the scripts and styles of the console, and adds the outline of the map. Takes about 200 ms. */
const consoleAssets = async () => {
  const { outputFiles } = await build({
    ...browserOptions,
    entryPoints: [
      { in: 'infra/console/browser/main.ts', out: 'console' },
      { in: 'infra/console/browser/console.css', out: 'console' },
    ],
    outdir: '.',
    // Leaflet's images.
    loader: { '.png': 'dataurl' },
    splitting: true,
    format: 'esm',
    write: false,
  });
  return new Map<string, string | Uint8Array>([
    ...outputFiles.map(({ path, contents }) => [`/assets/${basename(path)}`, contents] as const),
    ...[...baseMapFiles()].map(([path, content]) => [`/${path}`, content] as const),
  ]);
};
