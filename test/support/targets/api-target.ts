export interface TargetRequest {
  /** HTTP method; GET if absent. */
  readonly method?: string;
  /** Path with query string, sent without encoding or normalisation. */
  readonly path: string;
  /** Headers by name. Each of several values is sent as a separate header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

export interface TargetResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text, decompressed according to `content-encoding`; redirects are not followed. */
  readonly body: string;
}

/** Target of requests: handlers in this process, or a running stack with a valid key. */
export interface ApiTarget {
  send(request: TargetRequest): Promise<TargetResponse>;
}
