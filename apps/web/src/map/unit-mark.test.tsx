import type { UnitState } from '@spora/contract/tracking/endpoints';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ALARM_COLOUR, badgeOf, BADGE_COLOURS, inkOn, STATE_LOOKS } from './unit-icons.ts';
import { UnitMark } from './unit-mark.tsx';

afterEach(cleanup);

const drawn = (state: UnitState | null | undefined, colour = '#d97706') =>
  render(<UnitMark colour={colour} symbol="car" state={state} headingDeg={90} />).container.querySelector('svg')!;

test('13-A1, MAP-006, MAP-019: list and card draw a unit as the map does: body and sign of its state, in its own colour', () => {
  for (const state of UNIT_STATES) {
    const mark = drawn(state);
    expect(mark.getAttribute('data-body'), state).toBe(STATE_LOOKS[state].body);
    const badge = badgeOf(state, 'car');
    expect(mark.querySelector('[data-sign]')?.getAttribute('data-sign'), state).toBe(badge);
    expect(mark.querySelector('circle')?.getAttribute('fill'), state).toBe(badge && BADGE_COLOURS[badge]);
    const isRed = state === 'alarm' || state === 'theft';
    const colours = [...mark.querySelectorAll('path')].flatMap((path) => [
      path.getAttribute('fill'),
      path.getAttribute('stroke'),
    ]);
    expect(colours, state).toContain(isRed ? ALARM_COLOUR : '#d97706');
  }
});

test('13-A1: what drives points where it drives, what stands does not; of what may not be told there is no sign', () => {
  expect(drawn('moving').querySelector('g')?.getAttribute('transform')).toBe('rotate(90 20 20)');
  expect(drawn('parked').querySelector('g')?.getAttribute('transform')).toBeNull();
  expect([drawn(null), drawn(undefined)].map((mark) => mark.querySelector('[data-sign]'))).toEqual([null, null]);
});

test('SEC-010: a colour that is none is not drawn as one, and white is read on what stands for it', () => {
  const fills = [...drawn('parked', '"><script>').querySelectorAll('path')].map((path) => path.getAttribute('fill'));
  expect(fills.join()).not.toContain('script');
  expect(fills).toContain(inkOn('#0b6478'));
});
