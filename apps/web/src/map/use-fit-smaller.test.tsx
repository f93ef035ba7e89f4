import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ringOf } from './circle.ts';
import { useFitSmaller } from './use-fit-smaller.ts';

interface Drawn {
  readonly radius: number;
  readonly own: ReturnType<typeof ringOf> | null;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('GEO-013: a circle that was made much smaller is shown nearer once its size stands; one that is moved, or a little smaller, is not', () => {
  const fits: number[] = [];
  // The view is twice as wide as a circle of 1,000 m.
  const handle = {
    bounds: () => ({ west: 17.965, south: 58.982, east: 18.035, north: 59.018 }),
  } as unknown as Parameters<typeof useFitSmaller>[0];
  const circle = (radius: number, lat = 59): Drawn => ({ radius, own: ringOf({ lat, lng: 18 }, radius) });
  const { rerender } = renderHook(({ own, radius }: Drawn) => useFitSmaller(handle, own, () => fits.push(radius)), {
    initialProps: circle(1000),
  });
  vi.advanceTimersByTime(1000);
  for (const smaller of [900, 700]) {
    rerender(circle(smaller));
    vi.advanceTimersByTime(1000);
  }
  expect(fits, 'seen well').toEqual([]);
  // As it is typed: emptied, then digit by digit.
  rerender({ radius: 0, own: null });
  vi.advanceTimersByTime(1000);
  for (const typed of [3, 30]) {
    rerender(circle(typed));
    vi.advanceTimersByTime(200);
  }
  rerender(circle(300));
  expect(fits, 'while it is typed').toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(fits).toEqual([300]);
  rerender(circle(300, 59.005));
  vi.advanceTimersByTime(1000);
  expect(fits, 'moved alone').toEqual([300]);
});
