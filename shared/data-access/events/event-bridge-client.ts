import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { type StoreLimits, storeClientLimits } from '../clients.ts';

/** Creates a client of EventBridge at the endpoint in the environment. */
export const eventBridgeClient = (limits: StoreLimits): EventBridgeClient =>
  new EventBridgeClient(storeClientLimits(limits));
