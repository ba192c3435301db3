import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { type StoreLimits, storeClientLimits } from '../request-handler.ts';

/** A client of the EventBridge that the environment names. */
export const eventBridgeClient = (limits: StoreLimits): EventBridgeClient =>
  new EventBridgeClient(storeClientLimits(limits));
