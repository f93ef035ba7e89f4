import { BULK_MAX } from '@spora/contract/limits';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { BulkSummary } from './components/bulk-summary.tsx';
import { trip } from './testing.ts';
import { changeMany } from './use-bulk.ts';

afterEach(cleanup);

const IDS = Array.from({ length: BULK_MAX + 20 }, (_, i) => i + 1);
const WATCH = { onStep: () => undefined, isStopped: () => false };
/** Answers so many calls, and is cut off then. */
const cutAfter = (calls: number) => {
  let left = calls;
  return fakeSend({
    'trips.bulk-update': ({ body }) => {
      // Tried again, too.
      if (left === 0) throw new ApiError(0, 'NetworkError');
      left -= 1;
      return { results: body.trip_ids.map(Number).map((id) => ({ id, success: true as const, trip: trip({ id }) })) };
    },
  });
};

test('TRIP-021: where the connection breaks in the middle, it is told how many were changed, how many were not reached, and why', async () => {
  const outcome = await changeMany(cutAfter(1), IDS, { purpose: 'Besök' }, WATCH);
  expect([outcome.changed.length, outcome.left]).toEqual([BULK_MAX, 20]);
  await renderScreen(<BulkSummary outcome={outcome} known={[]} />, { send: fakeSend({}), user: signedInUser() });
  const summary = screen.getByRole('status').textContent;
  expect(summary).toContain('500 trips');
  expect(summary).toContain('20 trips were not reached in time.');
  expect(summary, 'why').toMatch(/in time\. .{10,}/);
});

test('TRIP-021: where nothing came through at all, it has failed', async () => {
  await expect(changeMany(cutAfter(0), IDS, { purpose: 'Besök' }, WATCH)).rejects.toThrow(ApiError);
});

test('ERR-041: what was read of hundreds goes along in calls that a server takes, and each trip once', async () => {
  const parts: number[][] = [];
  const send = fakeSend({
    'trips.bulk-update': ({ body }) => {
      expect(JSON.stringify(body).length).toBeLessThan(100_000);
      parts.push(body.trip_ids.map(Number));
      return { results: [] };
    },
  });
  const seen = new Map(IDS.map((id) => [id, { id, note: 'å'.repeat(500) }]));
  await changeMany(send, IDS, { note: 'Besök' }, { ...WATCH, seen });
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.flat()).toEqual(IDS);
});
