/** A resource of a template, its intrinsic functions resolved. */
export interface ResolvedResource {
  readonly stackName: string;
  readonly logicalId: string;
  /** What `Ref` gives. */
  readonly name: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}
