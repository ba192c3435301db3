/** Why a search has no answer. */
export type Failure =
  | { readonly kind: 'no key' }
  | { readonly kind: 'key refused' }
  | { readonly kind: 'key out of scope' }
  | { readonly kind: 'throttled'; readonly afterSeconds: number }
  | { readonly kind: 'unknown code'; readonly code: string }
  | { readonly kind: 'not found' }
  | { readonly kind: 'not served' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unreadable' };

/** A search that has no answer, and why. */
export class SearchFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options);
    this.failure = failure;
  }
}
