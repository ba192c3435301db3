/** What CloudFront does with the files of the portal. */
export interface DeployedPortal {
  /** The program that turns the address of a request into that of a file, or answers it. */
  readonly viewerRequest: string;
  /** What is sent with files whose path fits the pattern, the first that does. The last pattern is `*`. */
  readonly behaviours: readonly PortalBehaviour[];
}

interface PortalBehaviour {
  /** `assets/*`: from the root, without a slash before it. */
  readonly pathPattern: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}
