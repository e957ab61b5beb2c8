import { shared } from '@partner-ordering/testing';
import { startTestSystem } from './system.ts';

/** For the files of a process that leave the demo data as it was. */
export const sharedSystem = shared(() => startTestSystem());
