import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The embedded engine is not there: it exists for Linux on x64 alone, as an optional dependency. */
export class NoEmbeddedEngine extends Error {
  override readonly name = 'NoEmbeddedEngine';

  constructor(options?: ErrorOptions) {
    super(
      `There is no embedded DynamoDB engine for ${process.platform} on ${process.arch}. Start AWS's DynamoDB Local ` +
        'on an address that only this machine reaches (for example `docker run -p 127.0.0.1:8000:8000 ' +
        'amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb`; by itself it listens on all) and set ' +
        'AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 to use it instead.',
      options,
    );
  }
}

/** Path of the engine's program. Throws NoEmbeddedEngine. */
export const engineBinary = (platform = process.platform, architecture = process.arch): string => {
  if (platform !== 'linux' || architecture !== 'x64') throw new NoEmbeddedEngine();
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    return join(dirname(manifest), 'dynoxide');
  } catch (cause) {
    throw new NoEmbeddedEngine({ cause });
  }
};
