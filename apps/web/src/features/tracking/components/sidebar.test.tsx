import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../../../lib/testing.tsx';
import { readPanel } from '../panel-state.ts';
import { Sidebar } from './sidebar.tsx';

beforeEach(() => {
  localStorage.clear();
  HTMLElement.prototype.setPointerCapture ??= () => undefined;
});
afterEach(cleanup);

async function open() {
  const raised: boolean[] = [];
  await renderScreen(
    <Sidebar title="Units" isRaised={false} onRaise={(isRaised) => raised.push(isRaised)}>
      list
    </Sidebar>,
    { send: fakeSend({}) },
  );
  const separator = screen.getByRole('separator', { name: 'Width of the list' });
  return { raised, separator, width: () => Number(separator.getAttribute('aria-valuenow')) };
}

test('MAP-016: the panel is drawn wider, and what it was drawn to is kept', async () => {
  const { separator, width } = await open();
  const before = width();
  fireEvent.pointerDown(separator, { clientX: before });
  fireEvent.pointerMove(separator, { clientX: before + 50 });
  fireEvent.pointerUp(separator, { clientX: before + 50 });
  expect([width(), readPanel()?.width]).toEqual([before + 50, before + 50]);
  fireEvent.pointerMove(separator, { clientX: before + 90 });
  expect(width()).toBe(before + 50);
});

test('MAP-016: where the browser takes the pointer over, the panel follows it no more', async () => {
  const { separator, width } = await open();
  const before = width();
  fireEvent.pointerDown(separator, { clientX: before });
  fireEvent.pointerMove(separator, { clientX: before + 50 });
  fireEvent.pointerCancel(separator, { clientX: 0 });
  expect([width(), readPanel()?.width]).toEqual([before + 50, before + 50]);
  fireEvent.pointerMove(separator, { clientX: before + 90 });
  expect(width()).toBe(before + 50);
});

test('MAP-016: a swipe that the browser took over is none, and the press after it raises the sheet once', async () => {
  const { raised } = await open();
  const grip = screen.getByRole('button', { name: 'Show the list' });
  fireEvent.pointerDown(grip, { clientY: 200 });
  fireEvent.pointerCancel(grip, { clientY: 0 });
  fireEvent.pointerDown(grip, { clientY: 600 });
  fireEvent.pointerUp(grip, { clientY: 602 });
  fireEvent.click(grip);
  expect(raised).toEqual([true]);
});
