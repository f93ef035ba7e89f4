import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fakeSend } from '../../lib/testing.tsx';
import { dayToOpen } from './driven-day.ts';

const ASKED = { imei: '350000000000001', stoodSince: '2026-11-22', today: '2026-11-27' };
const open = (driven: readonly string[] | null, asked = ASKED) =>
  dayToOpen(
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    fakeSend({
      'trips.generate': ({ body }) => {
        if (!driven) throw new Error('offline');
        const days = driven.filter((day) => day >= body.from && day <= body.to);
        return { trips: (body.descending ? days.toReversed() : days).slice(0, body.page_size).map((day) => ({ day })) } as never;
      },
    }),
    asked,
  );

test.each([
  ['the day that it came to stand', ['2026-11-20', '2026-11-22'], '2026-11-22'],
  ['that day after a trip over midnight, too', ['2026-11-21'], '2026-11-22'],
  ['the day of its last trip, where its record begins with it standing', ['2026-10-20', '2026-10-29'], '2026-10-29'],
  ['today, where it was never driven', [], '2026-11-27'],
  ['the day that it came to stand, where nobody tells of trips', null, '2026-11-22'],
])('13-A2: the history of a standing unit opens on %s', async (_, driven, day) => {
  expect(await open(driven)).toBe(day);
});

test('13-A2: of a unit that has stood for longer than is looked back, the day that it came to stand', async () => {
  expect(await open([], { ...ASKED, stoodSince: '2026-01-10' })).toBe('2026-01-10');
});
