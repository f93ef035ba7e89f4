import { expect, test } from 'vitest';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { isGap, isInSpans, noPositionReason, withoutPlace } from './rules.ts';
import { contactExpectedBy, shownState } from '../../core/fleet/shown-state.ts';

const MINUTE = 60_000;

test('MAP-019: no contact is judged by the unit own reporting, not by a fixed time', () => {
  const everyMinute = contactExpectedBy(0, 60);
  const onceADay = contactExpectedBy(0, 24 * 3600);
  expect(shownState('moving', everyMinute, 10 * MINUTE)).toBe('moving');
  expect(shownState('moving', everyMinute, 10 * MINUTE + 1)).toBe('no-contact');
  expect(shownState('parked', onceADay, 25 * 60 * MINUTE)).toBe('parked');
  expect(shownState('parked', onceADay, 3 * 24 * 60 * MINUTE + 1)).toBe('no-contact');
});

test('MAP-019: a unit that reports each second or minute is waited for ten minutes, so that a tunnel or a lost report is no lost contact', () => {
  for (const everyS of [1, 5, 30, 60, 120, 200]) {
    expect(shownState('moving', contactExpectedBy(0, everyS), 10 * MINUTE)).toBe('moving');
    expect(shownState('moving', contactExpectedBy(0, everyS), 10 * MINUTE + 1)).toBe('no-contact');
  }
  expect(contactExpectedBy(0, 5 * 60), 'a longer way of reporting is waited for three times').toBe(15 * MINUTE);
});

test('MAP-033: each reason for having no position is told apart', () => {
  expect(noPositionReason({ kind: 'vehicle', hasContact: false, hasPosition: false })).toBe('never-connected');
  expect(noPositionReason({ kind: 'vehicle', hasContact: true, hasPosition: false })).toBe('no-fix');
  expect(noPositionReason({ kind: 'sensor', hasContact: true, hasPosition: false })).toBe('bluetooth-only');
  expect(noPositionReason({ kind: 'vehicle', hasContact: true, hasPosition: true })).toBeNull();
});

test('MAP-029: a gap is a silence in which the unit moved; a parked hour is none', () => {
  const gap = (minutes: number, metres: number, isBlind = false) =>
    isGap({ fromMs: MINUTE, toMs: (1 + minutes) * MINUTE }, isBlind, () => metres);
  expect([gap(1, 1112), gap(5, 4448), gap(60, 0)]).toEqual([false, true, false]);
  expect([gap(1, 1112, true), gap(1, 200, true), gap(0.4, 1112, true)]).toEqual([true, false, false]);
});

test('MAP-031: an instant lies in a private span from its start up to, not including, its end', () => {
  const spans = [
    { fromMs: 10, toMs: 20 },
    { fromMs: 30, toMs: 40 },
  ];
  expect([9, 10, 19, 20, 29, 35, 40].map((t) => isInSpans(spans, t))).toEqual([false, true, true, false, false, true, false]);
});

test('MAP-031, MAP-032: of a unit in private use it is not told whether it has stood, nor that it may have for longer', () => {
  const standing = {
    id: 1,
    state: 'parked',
    state_since: '2026-11-02T10:00:00Z',
    state_may_be_older: true,
  } as unknown as LiveUnit;
  const driving = { id: 1, state: 'moving', state_since: '2026-11-02T11:00:00Z' } as unknown as LiveUnit;
  expect(withoutPlace(standing, 'private')).toEqual(withoutPlace(driving, 'private'));
});
