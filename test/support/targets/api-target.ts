export interface TargetRequest {
  /** HTTP method (default: GET). */
  readonly method?: string;
  /** Path with the query string, which is sent without encoding or normalisation. */
  readonly path: string;
  /** Headers by name. If a header has several values, each is sent as a separate header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

export interface TargetResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text, decompressed according to `content-encoding`. Redirects are not followed. */
  readonly body: string;
}

/** Target of requests: handlers in this process, or a running stack to which a valid key is sent. */
export interface ApiTarget {
  send(request: TargetRequest): Promise<TargetResponse>;
}
