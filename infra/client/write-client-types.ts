import { writeFile } from 'node:fs/promises';
import { clientTypes } from './client-types.ts';

/** `npm run client:types`: writes what the client knows of the services, after a change of their documents. */
const folder = new URL('../../shared/client/generated/', import.meta.url);
for (const [name, text] of Object.entries(await clientTypes())) await writeFile(new URL(name, folder), text);
