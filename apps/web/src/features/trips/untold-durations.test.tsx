import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ListFoot } from './components/list-foot.tsx';
import { trip, tripPage } from './testing.ts';

afterEach(cleanup);

const { totals } = tripPage([trip({ id: 1 })]);

/** What the sums say of trips that took so long together. */
async function sumsOf(count: number, duration_s: number): Promise<string> {
  const shown = { ...totals, count, duration_s };
  await renderScreen(<ListFoot totals={shown} columns={['time', 'distance']} />, { send: fakeSend({}), user: signedInUser() });
  const text = document.body.textContent;
  cleanup();
  return text;
}

test('12-A2, TRIP-032: sums of trips of which no time is told say no time, and not that they took none', async () => {
  expect(await sumsOf(2, 0)).not.toMatch(/(?<!\d)0\s*min/);
  expect(await sumsOf(2, 960)).toMatch(/16\s*min/);
  expect(await sumsOf(0, 0)).toMatch(/(?<!\d)0\s*min/);
});
