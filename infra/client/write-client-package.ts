import { fileURLToPath } from 'node:url';
import { packClient } from './pack-client.ts';

/** `npm run client:pack`: the client as partners install it. */
const tarball = await packClient(fileURLToPath(new URL('../../dist/client/', import.meta.url)));
process.stdout.write(`${tarball}\n`);
