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
  const text = stateText(state, unit.kind, t);
  return told
    ? t(told.isAtLeast ? 'StateForAtLeast' : 'StateFor', { state: text, duration: format.duration(roughly(told.forS)) })
    : text;
}
