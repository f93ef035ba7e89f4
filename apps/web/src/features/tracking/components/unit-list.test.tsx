import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen } from '../../../lib/testing.tsx';
import { liveUnit } from '../testing.ts';
import { UnitCard } from './unit-card.tsx';
import { UnitList } from './unit-list.tsx';

const NOW = Date.parse('2026-11-02T10:00:00Z');
/** Text that breaks out of HTML, of an attribute or of a template where something forgets to escape it. */
const HOSTILE = `<img src=x onerror="alert(1)">"'&{{name}}`;
const nothing = (): void => undefined;

/** jsdom has no layout: the scroller is given a height of ten rows. */
beforeEach(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
  HTMLElement.prototype.scrollTo = nothing;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const list = (units: readonly LiveUnit[]) =>
  renderScreen(
    <UnitList groups={{ onMap: units, withoutPosition: [] }} nowMs={NOW} startId={null} onSelect={nothing} onHover={nothing} />,
    { send: fakeSend({}) },
  );

test('NFR-002: of 5,000 units only the rows near the window are in the page, and each knows its place among all', async () => {
  await list(Array.from({ length: 5_000 }, (_, i) => liveUnit({ id: i + 1 })));
  const rows = await screen.findAllByRole('option');
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(rows.length).toBeLessThan(60);
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('5000');
});

test('SEC-010: hostile names, plates and addresses stand in the list as text', async () => {
  const { container } = await list([
    liveUnit({ id: 1, name: HOSTILE, registration_number: HOSTILE, address: HOSTILE, colour: '"><script>' }),
  ]);
  expect(await screen.findAllByText(HOSTILE)).toHaveLength(3);
  expect(container.querySelectorAll('img, script')).toHaveLength(0);
});

test('SEC-010: hostile names, drivers and departments stand in the card as text', async () => {
  const unit = liveUnit({ id: 1, name: HOSTILE, driver: HOSTILE, department: HOSTILE, address: HOSTILE });
  const { container } = await renderScreen(
    <UnitCard unit={unit} nowMs={NOW} isFollowed={false} onFollow={nothing} onHistory={nothing} onClose={nothing} />,
    { send: fakeSend({}) },
  );
  expect(screen.getAllByText(HOSTILE)).toHaveLength(4);
  expect(container.querySelectorAll('img, script')).toHaveLength(0);
});
