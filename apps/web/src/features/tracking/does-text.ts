import type { UnitState } from '@spora/contract/tracking/endpoints';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { movedText, stateText } from '../../lib/kind-texts.ts';
import { measuresOf } from '../../lib/measures.ts';
import { roughly, shownState, toldState, toldTime, type ShownUnit } from './model.ts';

/** What a unit does, in the few words of a list: its speed while it drives, else its state and for how long. */
export function doesText(unit: ShownUnit, nowMs: number, t: Translate, format: Format): string {
  const state = toldState(unit, nowMs);
  if (state === null) return '';
  const told = toldTime(unit, nowMs);
  const { speedKmh } = shownState(unit, nowMs);
  const isOld = told?.kind === 'then';
  if (speedKmh !== null && state === 'moving') {
    const speed = measuresOf(unit.kind, format).speed(speedKmh);
    return isOld ? t('SpeedThen', { speed }) : speed;
  }
  if (told?.kind === 'then') return movedText(unit.kind, t);
  return told
    ? lastsText({ state, kind: unit.kind, forS: roughly(told.forS), isAtLeast: told.isAtLeast }, t, format)
    : stateText(state, unit.kind, t);
}

const MINUTE_S = 60;

/** What a unit does and for how long: of its first minute no length, which would be of no minutes. */
export function lastsText(
  {
    state,
    kind,
    forS,
    isAtLeast,
  }: { readonly state: UnitState; readonly kind: ShownUnit['kind']; readonly forS: number; readonly isAtLeast: boolean },
  t: Translate,
  format: Format,
): string {
  if (forS < MINUTE_S) return state === 'stopped' && !isAtLeast ? t('StateJustStopped') : stateText(state, kind, t);
  return t(isAtLeast ? 'StateForAtLeast' : 'StateFor', { state: stateText(state, kind, t), duration: format.duration(forS) });
}
