import * as z from 'zod/mini';
import { keepReferenceAccessible } from './accessible-reference.ts';
import { untickedParameters } from './unticked-parameters.ts';
import type { VisitorKey } from './visitor-key.ts';

/** What Scalar's program leaves in the window: its documented entry for pages without a bundler. */
interface Scalar {
  createApiReference(
    place: HTMLElement,
    configuration: object,
  ): { updateConfiguration(configuration: object): void };
}

declare global {
  interface Window {
    readonly Scalar?: Scalar;
  }
}

export interface ReferenceOptions {
  /** Address of the OpenAPI document. */
  readonly description: string;
  /** Address of Scalar's program. */
  readonly program: string;
  /** Where requests of the visitor go. */
  readonly origin: string;
  readonly key: VisitorKey;
}

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${address} cannot be loaded`)));
    document.head.append(script);
  });

const servers = z.looseObject({ servers: z.array(z.looseObject({ url: z.string() })) });

/** The document with servers that a request can be sent to from anywhere. */
const described = async (address: string, origin: string): Promise<object> => {
  const answer = await fetch(address);
  const document = servers.parse(untickedParameters(await answer.json()));
  return {
    ...document,
    servers: document.servers.map((server) => ({
      ...server,
      url: server.url.startsWith('/') ? `${origin}${server.url}` : server.url,
    })),
  };
};

/** Only what runs in this page and asks the API itself: no proxy, no measuring, no service of Scalar's. */
const configurationOf = (content: object, key: string | undefined, isDark: boolean): object => ({
  content,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  hideDarkModeToggle: true,
  forceDarkModeState: isDark ? 'dark' : 'light',
  persistAuth: false,
  theme: 'none',
  layout: 'modern',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  operationTitleSource: 'summary',
  authentication: {
    preferredSecurityScheme: 'AUTH-KEY',
    securitySchemes: { 'AUTH-KEY': { name: 'AUTH-KEY', in: 'header', value: key ?? '' } },
  },
});

/** Shows a document with Scalar, its requests prefilled with the visitor's key. Rejects where a part cannot be fetched. */
export const showReference = async (
  place: HTMLElement,
  { description, program, origin, key }: ReferenceOptions,
): Promise<void> => {
  const [content] = await Promise.all([described(description, origin), loadScript(program)]);
  if (!window.Scalar) throw new Error(`${program} is not Scalar's program`);
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const configuration = () => configurationOf(content, key.read(), darkness.matches);
  place.replaceChildren();
  const shown = window.Scalar.createApiReference(place, configuration());
  keepReferenceAccessible(document.body);
  const update = () => shown.updateConfiguration(configuration());
  key.onChange(update);
  darkness.addEventListener('change', update);
};
