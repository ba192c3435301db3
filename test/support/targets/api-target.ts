/** A request as a client types it. */
export interface TargetRequest {
  /** GET where absent. */
  readonly method?: string;
  /** Sent as it stands, query string included: nothing is encoded or normalised on the way. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface TargetResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text, decompressed where `content-encoding` says so; redirects are not followed. */
  readonly body: string;
}

/** Something that answers for the services: their handlers in this process, or a running stack with a good key. */
export interface ApiTarget {
  send(request: TargetRequest): Promise<TargetResponse>;
}
