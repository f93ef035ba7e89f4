import type { UnitKind } from '@spora/contract/units/values';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AboutUnit } from '../../../lib/unit-measures.tsx';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import type { HistoryPoint } from '../history-model.ts';
import { SPEED_COLOURS } from '../../../map/speed-colours.ts';
import { pausesOf } from '../stop-model.ts';
import { SpeedChart, type SpeedChartProps } from './speed-chart.tsx';

beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  ),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const START = Date.parse('2026-11-02T09:00:00Z');
const at = (minute: number, speedKmh: number): HistoryPoint => ({
  timeMs: START + minute * 60_000,
  lat: 59 + minute / 100,
  lng: 18,
  speedKmh,
  headingDeg: 0,
  isImplausible: false,
});
const open = (over: Partial<SpeedChartProps> = {}, kind: UnitKind = 'vehicle') =>
  renderScreen(
    <AboutUnit kind={kind}>
      <SpeedChart
        points={[at(0, 40), at(20, 40), at(40, 0)]}
        stretches={[{ kind: 'private', fromMs: START + 20 * 60_000, toMs: START + 40 * 60_000 }]}
        pauses={new Set()}
        stops={[]}
        window={{ fromMs: START, toMs: START + 40 * 60_000 }}
        marks={[]}
        cursorMs={START}
        details="10:00:00, 40 km/h"
        hidesSpeed={false}
        colours={SPEED_COLOURS}
        fastestKmh={40}
        pointedMs={null}
        onSeek={() => undefined}
        onZoom={() => undefined}
        onPan={() => undefined}
        {...over}
      />
    </AboutUnit>,
    { send: fakeSend({}), user: signedInUser() },
  );

test('14-3, MAP-029: alarms stand on the scrubber with what they say, and a press goes there', async () => {
  const sought: number[] = [];
  const marks = [10, 90].map((minute) => ({
    id: minute,
    timeMs: START + minute * 60_000,
    text: 'Panic button',
    what: 'Panic button',
  }));
  await open({ marks, onSeek: (timeMs) => sought.push(timeMs) });
  const mark = screen.getByRole('button', { name: '10:10 Panic button' });
  mark.click();
  expect(sought).toEqual([START + 10 * 60_000]);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test('13-A1, MAP-029: where the pointer is over the line on the map, the chart tells the time and the speed', async () => {
  await open({ pointedMs: START + 10 * 60_000 });
  expect(document.body.textContent.replace(/\s/g, ' ')).toContain('10:10 · 40 km/h');
});

test('13-A1: what is pointed at is told as the cursor on it is: by the stop, and by the position before it', async () => {
  const stop = { lat: 59, lng: 18, fromMs: START + 4 * 60_000, toMs: START + 9 * 60_000 };
  const points = [at(0, 40), at(10, 30), at(12, 60), at(40, 0)];
  await open({ points, stretches: [], stops: [stop], pointedMs: START + 6 * 60_000 });
  expect(document.body.textContent.replace(/\s/g, ' ')).toContain('10:06 · Standing still 5 min');
  cleanup();
  await open({ points, stretches: [], stops: [stop], pointedMs: START + 11 * 60_000 });
  expect(document.body.textContent.replace(/\s/g, ' ')).toContain('10:11 · 30 km/h');
});

test('13-A1, MAP-031: over private use it tells that, and no speed', async () => {
  await open({ pointedMs: START + 30 * 60_000 });
  expect(document.body.textContent).toContain('10:30 · Private use');
  expect(document.body.textContent).not.toContain('10:30 · 0');
});

test('13-A1: on the scale of a car stands what it is in', async () => {
  await open();
  expect(document.querySelector('.unit')?.textContent).toBe('km/h');
});

test('13-A1, UNIT-018: of a unit whose speeds are hidden the chart has no scale and tells none', async () => {
  await open({ hidesSpeed: true, pointedMs: START + 10 * 60_000 });
  expect(screen.getByRole('slider')).toBeDefined();
  expect(document.body.textContent).not.toContain('km/h');
  expect(document.querySelector('canvas')).toBeNull();
});

test('13-A1: the chart of a boat is in knots, which stands on its scale, and ends above the highest', async () => {
  await open({ pointedMs: START + 10 * 60_000 }, 'boat');
  expect(document.body.textContent.replace(/\s/g, ' ')).toContain('10:10 · 21.6 kn');
  expect([...document.querySelectorAll('.line')].map(({ textContent }) => textContent)).toEqual(['5', '10', '15', '20', '25']);
  expect(document.querySelector('.unit')?.textContent).toBe('kn');
});

test('13-A1: standing within a trip looks and is called otherwise than a stop of the list', async () => {
  const span = (kind: 'still', from: number, to: number) => ({ kind, fromMs: START + from * 60_000, toMs: START + to * 60_000 });
  const stops = [{ lat: 59, lng: 18, fromMs: START + 20 * 60_000, toMs: START + 40 * 60_000 }];
  const stretches = [span('still', 5, 9), span('still', 20, 40)];
  for (const [minute, name] of [
    [7, 'Standing during the trip'],
    [30, 'Standing still'],
  ] as const) {
    await open({ stretches, pauses: pausesOf(stretches, stops), stops, pointedMs: START + minute * 60_000 });
    expect(document.body.textContent).toContain(`· ${name}`);
    expect(document.querySelectorAll('[class*="pause"]')).toHaveLength(1);
    cleanup();
  }
});

test('13-A: a chart that shows nothing but a stop says that the unit stood there', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly look: () => void;
      constructor(look: () => void) {
        this.look = look;
      }
      observe = (element: HTMLElement) => {
        Object.defineProperty(element, 'clientWidth', { value: 700 });
        this.look();
      };
      disconnect = () => undefined;
    },
  );
  const stretches = [{ kind: 'still', fromMs: START, toMs: START + 3_600_000 } as const];
  await open({ stretches, stops: [{ lat: 59, lng: 18, fromMs: START, toMs: START + 3_600_000 }] });
  expect((await screen.findByText(/1 h/)).textContent.replace(/\s/g, ' ')).toBe('Standing still 1 h');
});
