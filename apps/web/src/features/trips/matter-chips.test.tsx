import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { MatterChips } from './components/matter-chips.tsx';
import type { Matter } from './public/trip-search.ts';
import { tripPage } from './testing.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A line of 500 px, in which the chip `chipAt` to `chipAt + 180` is pressed; `narrow` takes room from it. */
async function show(matter: Matter | undefined, chipAt: number) {
  let resized: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resized = onResize;
      }
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  let widthPx = 500;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const moved = document.querySelector('[data-testid="line"]')?.scrollLeft ?? 0;
    return this.ariaPressed === 'true' || this.getAttribute('aria-pressed') === 'true'
      ? new DOMRect(chipAt - moved, 0, 180, 28)
      : new DOMRect(0, 0, widthPx, 36);
  });
  const { totals } = tripPage([]);
  await renderScreen(
    <div data-testid="line">
      <MatterChips
        totals={{ ...totals, purpose_missing: 7, driver_missing: 3, odometer_gap: 81 }}
        search={matter ? { matter } : {}}
        onChange={() => undefined}
      />
    </div>,
    { send: fakeSend({}), user: signedInUser() },
  );
  const line = screen.getByTestId('line');
  return {
    line,
    narrow: (px: number) => {
      widthPx = px;
      resized();
    },
    /** How much of the chip is outside of the line. */
    cutPx: () => Math.max(0, chipAt - line.scrollLeft + 180 - widthPx, line.scrollLeft - chipAt),
  };
}

test('13-A2: the filter that is on and its cross are whole beside an opened trip, too', async () => {
  const { line, narrow, cutPx } = await show('odometer', 300);
  expect(cutPx()).toBe(0);
  narrow(400);
  expect(cutPx()).toBe(0);
  expect(line.scrollLeft, 'clear of the edge that fades').toBeGreaterThan(80);
});

test('13-A2: a line that a finger moved stays there while nothing changes its width', async () => {
  const { line, narrow } = await show('odometer', 300);
  line.scrollLeft = 0;
  narrow(500);
  expect(line.scrollLeft).toBe(0);
});

test('13-A2: a line that holds its chips is not moved, nor one in which none is pressed', async () => {
  expect((await show('purpose', 100)).line.scrollLeft).toBe(0);
  cleanup();
  expect((await show(undefined, 600)).line.scrollLeft).toBe(0);
});

test('13-A2: where a chip shows one word, its name is whole for who listens', async () => {
  await show(undefined, 0);
  const chip = screen.getByRole('button', { name: 'Odometer differs 81' });
  expect(chip.querySelector('[aria-hidden="true"]')?.textContent).toBe('Odometer');
});
