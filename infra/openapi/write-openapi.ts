import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { openApiDocuments } from './openapi-documents.ts';

const help = `
The documents describe the current code. Clients may rely on the released documents in docs/openapi.

Exit codes:
  0  the documents are written
  2  the command line is invalid`;

const originOf = (text: string): string => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  throw new InvalidArgumentError('Expected an address such as https://api.example.');
};

const write = ({ out, origin }: { readonly out: string; readonly origin: string }): void => {
  mkdirSync(out, { recursive: true });
  for (const [service, document] of Object.entries(openApiDocuments({ origin }))) {
    const file = join(out, `${service}.json`);
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    process.stdout.write(`${file}\n`);
  }
};

new Command('npm run openapi --')
  .description('Writes the OpenAPI 3.1 document of each service as <service>.json.')
  .option('--out <folder>', 'folder to write to', 'dist/openapi')
  .option('--origin <address>', 'address of the API; without it, addresses are relative', originOf, '')
  .addHelpText('after', help)
  .showHelpAfterError('(--help lists the options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(write)
  .parse();
