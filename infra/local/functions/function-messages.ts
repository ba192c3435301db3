/** What the host and a function's worker say to each other. */

/** What a worker is told once, of the function that it runs. */
export interface WorkerSetup {
  readonly codeDirectory: string;
  readonly handler: string;
  readonly functionName: string;
  /** What it is invoked by, where that is an alias. */
  readonly alias?: string | undefined;
  readonly memoryMegabytes: number;
}

/** What one invocation is known by. */
export interface InvocationFacts {
  readonly requestId: string;
  /** Epoch milliseconds at which the service would end it. */
  readonly deadline: number;
}

/** To the worker: as JSON, those of one turn of the event loop together in a list. */
export type ToWorker =
  | ({
      readonly type: 'invoke';
      readonly id: number;
      readonly streamed: boolean;
      readonly event: unknown;
    } & InvocationFacts)
  /** So many bytes of the pieces were taken; more may come. */
  | { readonly type: 'taken'; readonly id: number; readonly length: number }
  /** Nobody reads the stream any more. */
  | { readonly type: 'abandoned'; readonly id: number };
export type Invoke = Extract<ToWorker, { type: 'invoke' }>;

/** From the worker: packed, those of one turn of the event loop together in a list of structured clones. */
export type FromWorker =
  | { readonly type: 'result'; readonly id: number; readonly json: string }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly errorType: string;
      readonly errorMessage: string;
    }
  | { readonly type: 'prelude'; readonly id: number; readonly json: string }
  /** Bytes have a character each, here and in all that follows. */
  | { readonly type: 'piece'; readonly id: number; readonly bytes: string }
  | { readonly type: 'end'; readonly id: number }
  /** Prelude, pieces and end of a streamed answer that was over within one turn. */
  | { readonly type: 'whole'; readonly id: number; readonly prelude: string; readonly bytes: string };

/** A whole answer as it goes to the host: a list takes less than named members do, and preludes are told once. */
export type PackedWhole = readonly [id: number, prelude: number, bytes: string];

/** What goes to the host. */
export type Packed =
  | Exclude<FromWorker, { type: 'whole' }>
  | PackedWhole
  /** Answers that follow name it by the number. */
  | { readonly type: 'prelude-told'; readonly number: number; readonly prelude: string };
