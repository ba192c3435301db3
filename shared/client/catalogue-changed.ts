/** Names the version of the network that an answer was made from. */
const versionHeader = 'waypost-catalogue-version';

/** The version that an answer names; undefined before the first publication. */
export const versionOf = ({ headers }: Response): string | undefined =>
  headers.get(versionHeader) ?? undefined;

/**
 * Another version of the network was published between two pages, so that items may be missing or come twice: begin
 * again. Whoever reads the whole network is better off with its export, which is of one version.
 */
export class CatalogueChanged extends Error {
  override readonly name = 'CatalogueChanged';
  readonly from: string | undefined;
  readonly to: string | undefined;

  constructor(from: string | undefined, to: string | undefined) {
    super(`the network changed between two pages, from version ${from ?? 'none'} to ${to ?? 'none'}`);
    this.from = from;
    this.to = to;
  }
}
