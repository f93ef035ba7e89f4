import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chargesOf } from './charges.ts';
import { DEFAULT_TARIFFS, parseTariff, type Tariff } from './tariffs.ts';
import { PETROL_CAR, passageAt } from './testing-passages.ts';

const stockholm = DEFAULT_TARIFFS.find(({ id }) => id === 'se-stockholm-2020') as Tariff;

/** The paths that a refused tariff names. */
function pathsOf(json: unknown): string[] {
  try {
    parseTariff(json);
    return [];
  } catch (error) {
    if (error instanceof z.ZodError) return error.issues.map(({ path }) => path.join('.'));
    throw error;
  }
}

describe('REP-014: tariffs are data', () => {
  test.each(DEFAULT_TARIFFS.map((tariff) => [tariff.id, tariff] as const))('%s can be stored and read again', (_, tariff) => {
    expect(parseTariff(JSON.parse(JSON.stringify(tariff)))).toEqual(tariff);
  });

  test('each has a name of its own, and none of a scheme overlap on a station', () => {
    expect(new Set(DEFAULT_TARIFFS.map(({ id }) => id)).size).toBe(DEFAULT_TARIFFS.length);
    for (const [scheme, versions] of Map.groupBy(DEFAULT_TARIFFS, (tariff) => tariff.scheme)) {
      const inOrder = versions.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom));
      const overlaps = inOrder.some(({ validTo }, i) => {
        const next = inOrder[i + 1];
        return next !== undefined && (validTo === null || validTo >= next.validFrom);
      });
      expect([scheme, overlaps]).toEqual([scheme, false]);
    }
  });

  test('what is wrong in an edited one is named by its place', () => {
    const hours = [{ from: '06:00', to: '06:30', amount: -1 }];
    expect(pathsOf({ ...stockholm, prices: [{ hours }] })).toEqual(['prices.0.hours.0.amount']);
    expect(pathsOf({ ...stockholm, prices: [{ hours: [{ from: '07:00', to: '06:30', amount: 1 }] }] })).toEqual([
      'prices.0.hours.0.to',
    ]);
    const overlapping = [
      { from: '06:00', to: '07:00', amount: 1 },
      { from: '06:30', to: '08:00', amount: 2 },
    ];
    expect(pathsOf({ ...stockholm, prices: [{ hours: overlapping }] })).toEqual(['prices.0.hours']);
    expect(pathsOf({ ...stockholm, validTo: '2019-12-31' })).toEqual(['validTo']);
    expect(pathsOf({ ...stockholm, validFrom: '2020-13-01' })).toEqual(['validFrom']);
    expect(pathsOf({ ...stockholm, stations: ['se-stockholm/nowhere'] })).toEqual(['stations.0']);
    expect(pathsOf({ ...stockholm, freeDays: { ...stockholm.freeDays, spans: [{ from: 'midsommar', to: '07-31' }] } })).toEqual([
      'freeDays.spans.0.from',
    ]);
    expect(pathsOf({ ...stockholm, monthCieling: 60 })).toEqual(['']);
    expect(pathsOf({ ...stockholm, version: 2 })).toEqual(['version']);
  });

  test('an edited tariff changes amounts; of two that fit, the one that began last holds', () => {
    const dearer: Tariff = {
      ...stockholm,
      id: 'se-stockholm-2026',
      validFrom: '2026-02-01',
      prices: [{ hours: [{ from: '00:00', to: '24:00', amount: 5000 }] }],
    };
    const passages = ['2026-01-30T12:00', '2026-02-02T12:00', '2026-02-02T23:59'].map((local) =>
      passageAt('se-stockholm/skanstullsbron', local),
    );
    for (const tariffs of [
      [stockholm, dearer],
      [dearer, stockholm],
    ])
      expect(chargesOf(passages, tariffs, PETROL_CAR).map(({ amount }) => amount)).toEqual([1100, 5000, 5000]);
  });

  test('without any tariff nothing is invented', () => {
    expect(chargesOf([passageAt('se-stockholm/skanstullsbron', '2026-02-02T12:00')], [], PETROL_CAR)).toEqual([
      { id: 0, amount: null, currency: 'SEK', rule: 'no-tariff', alone: null, isEstimate: false },
    ]);
  });
});
