import type { Readable } from 'node:stream';

/** What became of a buffered invocation, as the Lambda service would report it to API Gateway. */
export type Invocation =
  | { readonly kind: 'result'; readonly payload: unknown }
  | { readonly kind: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly kind: 'timed-out' }
  /** Too many run already: the function knows nothing of it. */
  | { readonly kind: 'throttled' };

/**
 * What became of a streaming invocation: `prelude` is the metadata of its answer, as JSON. Once the first part is there, a
 * later failure destroys the body. A short answer may be there whole.
 */
export type StreamedInvocation =
  | { readonly kind: 'streaming'; readonly prelude: string; readonly body: Readable }
  | { readonly kind: 'whole'; readonly prelude: string; readonly body: string | Uint8Array }
  | Exclude<Invocation, { kind: 'result' }>;

/** How one invocation is made; what is absent is as the function's own settings, or the host, have it. */
export interface InvocationSettings {
  /** Bounds it below the function's own timeout. */
  readonly timeoutMilliseconds?: number;
  /** What the function knows it by: the `awsRequestId` of its context, and of its log lines. */
  readonly requestId?: string;
}

/** Runs the deployed functions, each apart from the others, with the environment of its template and no other. */
export interface FunctionHost {
  /** Runs a function to its result. The event reaches it as JSON would carry it. */
  invoke(functionName: string, event: unknown, settings?: InvocationSettings): Promise<Invocation>;
  /** Runs a function of the streaming kind up to its first part. */
  invokeStreaming(
    functionName: string,
    event: unknown,
    settings?: InvocationSettings,
  ): Promise<StreamedInvocation>;
  close(): Promise<void>;
}
