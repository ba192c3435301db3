import type { GatewayDrift } from '../../stack/operated-stack.ts';
import { textTable } from '../../terminal/text-table.ts';
import { visible } from '../../terminal/visible-text.ts';

/** What each kind of drift means for the client, and what mends it. */
const meaning: Readonly<Record<GatewayDrift['kind'], string>> = {
  unknown: 'has keys, but the gateway does not know it and refuses all of them',
  disabled: 'is disabled at the gateway, which refuses all its keys',
  'outside its plan': 'belongs to no plan of the stage, and the gateway refuses all its keys',
  'in another plan': 'is held to a plan that is not its own',
  'left over': 'has no key of this plan that works any more, but the gateway still knows it',
};

/** The client's name where it is known, and its plan. */
export const whomItConcerns = ({ client, identifier, plan }: GatewayDrift): string =>
  visible(`${client ?? identifier}, ${plan}`);

const headings = ['CLIENT', 'PLAN', 'WHAT IS WRONG'];

/** One line for each drift. */
export const driftText = (drifts: readonly GatewayDrift[]): string =>
  textTable(
    headings,
    drifts.map(({ client, plan, identifier, kind }) => [client ?? identifier, plan, meaning[kind]]),
  );
