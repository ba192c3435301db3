/** What the host and a function's worker say to each other; structured clones on the worker's message port. */

export interface FunctionContextFacts {
  readonly functionName: string;
  /** What it was invoked by, where that was an alias. */
  readonly alias?: string;
  readonly memoryMegabytes: number;
  readonly requestId: string;
  /** Epoch milliseconds at which the service would end the invocation. */
  readonly deadline: number;
}

export type ToWorker =
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly streamed: boolean;
      readonly event: unknown;
      readonly context: FunctionContextFacts;
    }
  /** The piece was taken; the next may come. */
  | { readonly type: 'taken'; readonly id: number }
  /** Nobody reads the stream any more. */
  | { readonly type: 'abandoned'; readonly id: number };

export type FromWorker =
  | { readonly type: 'result'; readonly id: number; readonly json: string }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly errorType: string;
      readonly errorMessage: string;
    }
  | { readonly type: 'prelude'; readonly id: number; readonly json: string }
  | { readonly type: 'piece'; readonly id: number; readonly piece: Uint8Array }
  | { readonly type: 'end'; readonly id: number };
