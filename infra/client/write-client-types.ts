import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { clientTypes } from './client-types.ts';

/** `npm run client:types`: writes what the client knows of the services, after a change of their documents. */
await new Command('npm run client:types --')
  .description('Writes the types of the client, shared/client/generated, from the OpenAPI documents.')
  .action(async () => {
    const folder = new URL('../../shared/client/generated/', import.meta.url);
    for (const [name, text] of Object.entries(await clientTypes()))
      await writeFile(new URL(name, folder), text);
  })
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parseAsync();
