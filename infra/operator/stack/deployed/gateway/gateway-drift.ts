import { type Plan, plans, usageIdentifierOf } from '../../../../../shared/domain/access/api-key.ts';
import type { AdmittedClient, GatewayDrift } from '../../operated-stack.ts';
import type { ClientKey } from './client-keys.ts';

/** Milliseconds for which a key of the gateway may be there before the client's own: they are made in this order. */
const beingIssued = 60 * 60_000;

/** What API Gateway knows of clients. */
export interface GatewayState {
  /** By identifier. */
  readonly keys: ReadonlyMap<string, ClientKey>;
  /** Ids of the keys of each usage plan of the stage. */
  readonly members: Readonly<Record<Plan, ReadonlySet<string>>>;
}

const driftOfWanted = ({ keys, members }: GatewayState, { client, plan }: AdmittedClient): GatewayDrift[] => {
  const identifier = usageIdentifierOf({ client, plan });
  const key = keys.get(identifier);
  const drift = (kind: GatewayDrift['kind']) => ({ kind, client, plan, identifier });
  if (!key) return [drift('unknown')];
  return [
    ...(key.enabled ? [] : [drift('disabled')]),
    ...(members[plan].has(key.id) ? [] : [drift('outside its plan')]),
  ];
};

const driftOfKept = (
  { members }: GatewayState,
  key: ClientKey,
  isWanted: boolean,
  now: Date,
): GatewayDrift[] => {
  const { id, identifier, client, plan, createdAt } = key;
  const about = { identifier, ...(client !== undefined && { client }) };
  const elsewhere = plans
    .filter((other) => other !== plan && members[other].has(id))
    .map((other) => ({ kind: 'in another plan' as const, plan: other, ...about }));
  const isNew = createdAt !== undefined && now.getTime() - createdAt.getTime() < beingIssued;
  if (isWanted || isNew || !members[plan].has(id)) return elsewhere;
  return [...elsewhere, { kind: 'left over', plan, ...about }];
};

/**
 * What differs from letting just the wanted clients through. A key is taken out of a plan that is not its own before it
 * joins its own: API Gateway takes it into one plan of a stage alone. Keys that belong to no plan of the stage are some
 * other stage's.
 */
export const gatewayDrift = (
  state: GatewayState,
  wanted: readonly AdmittedClient[],
  now: Date,
): readonly GatewayDrift[] => {
  const identifiers = new Set(wanted.map(usageIdentifierOf));
  return [
    ...[...state.keys.values()].flatMap((key) =>
      driftOfKept(state, key, identifiers.has(key.identifier), now),
    ),
    ...wanted.flatMap((client) => driftOfWanted(state, client)),
  ];
};
