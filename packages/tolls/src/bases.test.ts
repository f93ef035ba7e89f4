import { expect, test } from 'vitest';
import { basesOf } from './charges.ts';
import { DEFAULT_TARIFFS } from './tariffs.ts';
import { PETROL_CAR, passageAt } from './testing-passages.ts';

const basisOf = (stationId: string, local: string, vehicle = PETROL_CAR) =>
  basesOf([passageAt(stationId, local)], DEFAULT_TARIFFS, vehicle)[0];
const BRIDGE = 'se-stockholm/skanstullsbron';

test('REP-014: a passage goes by the hours, the season and the most of a day that its tariff has for it', () => {
  expect(basisOf(BRIDGE, '2026-09-15T07:15')).toMatchObject({
    tariff: { id: 'se-stockholm-2020' },
    day: '2026-09-15',
    hours: { from: '07:00', to: '08:30', amount: 4500 },
    season: 'high',
    dayMaximum: 13_500,
    alone: 4500,
  });
  expect(basisOf(BRIDGE, '2026-02-10T07:15')).toMatchObject({
    hours: { amount: 3500 },
    season: 'rest-of-year',
    dayMaximum: 10_500,
  });
});

test('REP-014: what is free goes by no hours, what has one price all year by no season, and of what no price is known there is no basis', () => {
  expect(basisOf(BRIDGE, '2026-09-15T05:00')).toMatchObject({ hours: null, alone: 0 });
  expect(basisOf(BRIDGE, '2026-09-13T07:15'), 'a Sunday').toMatchObject({ hours: null, alone: 0 });
  expect(basisOf('se-infrastructure/motalabron', '2026-09-15T05:00')).toMatchObject({
    season: null,
    dayMaximum: null,
    alone: 500,
  });
  expect(basisOf(BRIDGE, '2014-09-15T07:15'), 'before any tariff that is known').toBeUndefined();
});
