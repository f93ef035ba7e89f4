import type { SupportAccount } from '@spora/contract/support/endpoints';

export type SupportUnit = SupportAccount['units'][number];
/** As the contract has them; said again here because the contract brings its schema library along. */
export const SUBSCRIPTIONS = ['Bas', 'Standard', 'Plus'] as const satisfies readonly SupportUnit['subscription_type'][];
