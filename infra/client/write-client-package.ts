import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { packClient } from './pack-client.ts';

await new Command('npm run client:pack --')
  .description('Packs the typed client for partners, as dist/*.tgz, and prints the path of the file.')
  .action(async () => {
    const tarball = await packClient(fileURLToPath(new URL('../../dist/client/', import.meta.url)));
    process.stdout.write(`${tarball}\n`);
  })
  .showHelpAfterError('(--help lists the options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parseAsync();
