import { expect, test } from 'vitest';
import { batchOf, matterSearch, readAttestSearch, viewOf } from './model.ts';
import { ATTESTED, OCTOBER, row } from './testing.tsx';

test('ATT-014: the link of a reminder opens one’s own period; what is not understood in an address is left out', () => {
  const search = readAttestSearch({ from: '2026-10-01', to: '2026-10-31', month: '2026-13', user: 'x', state: 'lost' });
  expect(search).toEqual(OCTOBER);
  expect(viewOf(search, true)).toBe('mine');
  expect(viewOf({}, true)).toBe('status');
  expect(viewOf({}, false)).toBe('mine');
  expect(viewOf({}, true, true), 'nobody else’s month').toBe('mine');
  expect(viewOf({ view: 'proposals' }, false)).toBe('mine');
  expect(readAttestSearch({ from: '2026-10-31', to: '2026-10-01' })).toEqual({});
});

test('ATT-010, ATT-013: a matter of one trip opens it; somebody with two units is reminded of a period once', () => {
  expect(matterSearch({ kind: 'ongoing', imei: null, trip_ids: [4] }, OCTOBER)).toEqual({
    period: 'custom',
    ...OCTOBER,
    trip: 4,
  });
  const { attest, remind, withoutUser } = batchOf([row(), row({ unit_id: 3 }), ATTESTED], 0);
  expect([attest.length, remind.length, withoutUser.length]).toEqual([3, 1, 2]);
});
