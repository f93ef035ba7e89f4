import { isBoolean, storedItem } from '../storage.ts';

/**
 * NFR-006: somebody signed out, and what of theirs waited to be sent may still lie here. Noted at once, for what erases it is a file of its own
 * that may not come without a network; whoever opens the store next erases it before anything is read.
 */
export const mustForget = storedItem('view.offline-forget', 1, isBoolean);
