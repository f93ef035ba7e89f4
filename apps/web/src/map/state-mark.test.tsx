import { readFileSync } from 'node:fs';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StateMark } from './state-mark.tsx';
import { CLUSTER_SHARES, STATE_COLOURS, STATE_LOOKS } from './unit-icons.ts';

afterEach(cleanup);

test('13-A1: in list, card and on the map a stop is a disc and a parked unit a square: one state, one shape', () => {
  const shapeOf = (state: 'stopped' | 'parked') =>
    render(<StateMark state={state} />).container.querySelector('circle') ? 'disc' : 'square';
  expect([shapeOf('stopped'), shapeOf('parked')]).toEqual([STATE_LOOKS.stopped.body, STATE_LOOKS.parked.body]);
});

test('in the list a state has the colour that the map’s markers and rings have: parked is not grey here and blue there', () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [marks, tokens] = [read('state-mark.module.css'), read('../ui/tokens.css')];
  const listed = (state: string): string => {
    const token = new RegExp(`\\.${state}[^{}]*\\{\\s*color: var\\((--[a-z-]+)\\);`).exec(marks)?.[1] ?? '';
    return new RegExp(`${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1] ?? '';
  };
  // Locked is the colour of the text, nearly black on both.
  for (const state of UNIT_STATES.filter((each) => each !== 'locked')) expect(listed(state), state).toBe(STATE_COLOURS[state]);
  for (const { name, states, colour } of CLUSTER_SHARES.filter(({ name: share }) => share !== 'urgent'))
    expect(
      states.map((state) => STATE_COLOURS[state]),
      name,
    ).toEqual([colour]);
});
