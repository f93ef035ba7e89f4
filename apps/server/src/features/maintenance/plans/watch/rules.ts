import type { PlanState } from '@spora/contract/maintenance/endpoints';

/** SRV-005: whether a change is one to be told of; that something is in order again is not. */
export const isTold = (state: PlanState): state is 'due-soon' | 'overdue' => state === 'due-soon' || state === 'overdue';
