import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StateMark } from './state-mark.tsx';
import { STATE_LOOKS } from './unit-icons.ts';

afterEach(cleanup);

test('13-A1: in list, card and on the map a stop is a disc and a parked unit a square: one state, one shape', () => {
  const shapeOf = (state: 'stopped' | 'parked') =>
    render(<StateMark state={state} />).container.querySelector('circle') ? 'disc' : 'square';
  expect([shapeOf('stopped'), shapeOf('parked')]).toEqual([STATE_LOOKS.stopped.body, STATE_LOOKS.parked.body]);
});
