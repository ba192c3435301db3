import { setFlagsFromString } from 'node:v8';

/**
 * Has what a request leaves behind collected with what is young, in every thread. V8 puts the like of what once outlived
 * its collections where the old is (pretenuring), and takes the messages of HTTP for such: under load, all that is old
 * would then be gone through every four seconds, and for some 50 ms hardly anybody answered.
 */
export const keepRequestsYoung = (): void => setFlagsFromString('--no-allocation-site-pretenuring');
