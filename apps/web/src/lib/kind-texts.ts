import type { UnitState } from '@spora/contract/tracking/endpoints';
import type { UnitKind } from '@spora/contract/units/endpoints';
import type { Translate } from '@spora/messages/translate';

/** What a unit does, in the words of where it does it: a boat neither drives nor is parked. */
export const stateText = (state: UnitState, kind: UnitKind | null | undefined, t: Translate): string =>
  kind === 'boat' && (state === 'moving' || state === 'parked') ? t(`StateAtSea-${state}`) : t(`State-${state}`);
