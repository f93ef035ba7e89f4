import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedError } from './bytes.ts';
import { allocateLatest, decodePackedPositions, encodePackedPositions, LATEST_FLAGS } from './packed-positions.ts';

const NOW = Date.UTC(2026, 10, 15, 12);

function fleet(n: number) {
  const positions = allocateLatest(n);
  for (let i = 0; i < n; i++) {
    positions.unitId[i] = 1000 + i * 3;
    const moves = i % 3 === 0;
    if (i % 50 === 49) positions.flags[i] = LATEST_FLAGS.private;
    if (i % 50 === 48) positions.contactMs[i] = NOW - i * 1000;
    if (i % 50 >= 48) continue;
    positions.timeMs[i] = NOW - (moves ? (i % 60) * 1000 : i * 60_000);
    positions.latE7[i] = 593_000_000 + ((i * 7_919_113) % 5_000_000);
    positions.lonE7[i] = -180_000_000 + ((i * 104_729_111) % 5_000_000);
    positions.speedKmh[i] = moves ? 30 + (i % 80) : 0;
    positions.headingDeg[i] = (i * 38) % 360;
    positions.state[i] = moves ? 0 : 2;
    positions.contactMs[i] = NOW + 2000 - (i % 90) * 1000;
    positions.patienceS[i] = moves ? 184 : 10_752;
  }
  return positions;
}

test('API-055: a fleet comes back to the metre and second, also units without a position and clocks ahead of ours', () => {
  const positions = fleet(500);
  const back = decodePackedPositions(encodePackedPositions(positions, NOW, { server_time: 'x' }));
  expect(back.rest).toEqual({ server_time: 'x' });
  expect(back.positions.n).toBe(500);
  for (const key of ['unitId', 'timeMs', 'contactMs', 'speedKmh', 'headingDeg', 'state', 'patienceS', 'flags'] as const)
    expect([...back.positions[key]], key).toEqual([...positions[key]]);
  for (let i = 0; i < 500; i++) {
    expect(Math.abs(back.positions.latE7[i]! - positions.latE7[i]!)).toBeLessThanOrEqual(50);
    expect(Math.abs(back.positions.lonE7[i]! - positions.lonE7[i]!)).toBeLessThanOrEqual(50);
  }
});

test('API-055: a unit is waited for as long as it says or up to a sixteenth longer, never shorter', () => {
  const positions = allocateLatest(94_000);
  for (let i = 0; i < positions.n; i++) [positions.unitId[i], positions.patienceS[i]] = [i, i];
  const back = decodePackedPositions(encodePackedPositions(positions, NOW, null)).positions;
  const longer = [...back.patienceS].map((told, i) => told / Math.max(1, i));
  expect(Math.min(...longer.slice(1))).toBe(1);
  expect(Math.max(...longer)).toBeLessThanOrEqual(1 + 1 / 16);
});

test('API-055, MAP-031: units without a place make the places of the others no wider', () => {
  const without = fleet(500);
  const kept = [...without.timeMs.keys()].filter((i) => without.timeMs[i] !== 0);
  const only = allocateLatest(kept.length);
  for (const key of ['unitId', 'timeMs', 'latE7', 'lonE7', 'speedKmh', 'headingDeg', 'state', 'contactMs', 'patienceS'] as const)
    kept.forEach((from, to) => (only[key][to] = without[key][from]!));
  const bytes = (positions: typeof only) => encodePackedPositions(positions, NOW, null).length;
  expect(bytes(without) - bytes(only)).toBeLessThan(250);
});

test('no units are a fleet too', () => {
  expect(decodePackedPositions(encodePackedPositions(allocateLatest(0), NOW, undefined))).toEqual({
    positions: allocateLatest(0),
    rest: null,
  });
});

test('bytes that are no positions throw nothing but a PackedError', () => {
  const good = encodePackedPositions(fleet(30), NOW, { a: [1, 2, 3] });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }), fc.nat(), (changes, cut) => {
      const bytes = good.slice(0, cut % 2 === 0 ? undefined : cut % good.length);
      for (const [at, to] of changes) if (bytes.length > 0) bytes[at % bytes.length] = to;
      try {
        decodePackedPositions(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(PackedError);
      }
    }),
    { numRuns: 500 },
  );
});
