import { relative } from 'node:path';
import { Command } from 'commander';
import { buildPortal } from './build-portal.ts';

await new Command('npm run portal --')
  .description('Builds the developer portal as static files for any web server.')
  .option('--out <folder>', 'output folder; its previous content is deleted', 'dist/portal')
  .showHelpAfterError('(--help lists the options)')
  .action(async ({ out }: { readonly out: string }) => {
    const { files, bytes } = await buildPortal({ out });
    process.stdout.write(`${files} files, ${(bytes / 1e6).toFixed(1)} MB, in ${relative('', out) || '.'}\n`);
  })
  .parseAsync();
