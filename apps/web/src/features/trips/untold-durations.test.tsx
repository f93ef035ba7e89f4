import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ListFoot } from './components/list-foot.tsx';
import { groupByDay } from './model.ts';
import { trip, tripPage } from './testing.ts';

afterEach(cleanup);

const { totals } = tripPage([trip({ id: 1 })]);

/** What the sums say of trips that took so long together. */
async function sumsOf(count: number, duration_s: number, untimed = 0): Promise<string> {
  const shown = { ...totals, count, duration_s, untimed };
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

test('TRIP-032: a sum of time that lacks the private trips of others says so, in the foot and of a day', async () => {
  expect(await sumsOf(56, 960, 54)).toMatch(/Driving time 16\s*min, without others’ private trips/);
  expect(await sumsOf(56, 960)).not.toContain('without');
  // On a phone the sentence is behind a mark beside the time, so that the sums stay within two lines.
  const shown = { ...totals, count: 56, duration_s: 960, untimed: 54 };
  await renderScreen(<ListFoot totals={shown} columns={['time', 'distance']} />, { send: fakeSend({}), user: signedInUser() });
  const mark = screen.getByRole('button', { name: /^Driving time 16\s*min, without others’ private trips$/ });
  expect(mark.textContent).toMatch(/^16\s*min$/);
  cleanup();
  const masked = trip({ id: 2, is_masked: true, duration_s: 0 });
  expect(groupByDay(tripPage([trip({ id: 1 }), masked]))[0]?.sums).toMatchObject({ count: 2, durationS: 1800, untimed: 1 });
});
