import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { openApiDocuments } from './openapi-documents.ts';

const help = `
They say what the services are at this moment; what clients may rely on are the released ones in docs/openapi.
Exit status: 0 they are written, 2 the command was given wrongly.`;

const originOf = (text: string): string => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  throw new InvalidArgumentError('Give where the API answers, such as https://api.example.');
};

const write = ({ out, origin }: { readonly out: string; readonly origin: string }): void => {
  mkdirSync(out, { recursive: true });
  for (const [service, document] of Object.entries(openApiDocuments({ origin }))) {
    const file = join(out, `${service}.json`);
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    process.stdout.write(`${file}\n`);
  }
};

/** `npm run openapi`: the description of each service as a file. */
new Command('npm run openapi --')
  .description('Writes the OpenAPI 3.1 document of each service as <service>.json.')
  .option('--out <folder>', 'where to', 'dist/openapi')
  .option('--origin <address>', 'where the API answers; without it the addresses are relative', originOf, '')
  .addHelpText('after', help)
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(write)
  .parse();
