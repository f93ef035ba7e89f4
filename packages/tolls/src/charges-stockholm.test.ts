import { describe, expect, test } from 'vitest';
import { amountsOf, chargesBy, PETROL_CAR, passageAt, rulesOf } from './testing-passages.ts';

const BRIDGE = 'se-stockholm/skanstullsbron';
const FREDHALL = 'se-stockholm/fredhall';
const KRISTINEBERG = 'se-stockholm/kristineberg';

const atBridge = (...times: string[]) => chargesBy(times.map((time) => passageAt(BRIDGE, time)));
/** A day's passages at clock times. */
const on = (day: string, ...clocks: string[]) => atBridge(...clocks.map((clock) => `${day}T${clock}`));
const costOf = (day: string, clock = '12:00') => amountsOf(on(day, clock))[0];
const ruleOf = (day: string) => rulesOf(on(day, '12:00'))[0];

const WINTER = '2026-02-10';
const AUTUMN = '2026-09-15';

describe('REP-014: congestion tax in Stockholm, lag (2004:629) bilaga 1', () => {
  const hours = ['05:59', '06:00', '06:29', '06:30', '06:59', '07:00', '08:29', '08:30', '08:59', '09:00', '09:29', '09:30'];
  const later = [
    '14:59',
    '15:00',
    '15:29',
    '15:30',
    '15:59',
    '16:00',
    '17:29',
    '17:30',
    '17:59',
    '18:00',
    '18:29',
    '18:30',
    '23:59',
  ];

  test.each([
    [WINTER, BRIDGE, '291', [0, 15, 15, 25, 25, 35, 35, 25, 25, 15, 15, 11], [11, 15, 15, 25, 25, 35, 35, 25, 25, 15, 15, 0, 0]],
    [AUTUMN, BRIDGE, '291', [0, 15, 15, 30, 30, 45, 45, 30, 30, 20, 20, 11], [11, 20, 20, 30, 30, 45, 45, 30, 30, 20, 20, 0, 0]],
    [
      WINTER,
      FREDHALL,
      '347',
      [0, 15, 15, 22, 22, 30, 30, 22, 22, 15, 15, 11],
      [11, 15, 15, 22, 22, 30, 30, 22, 22, 15, 15, 0, 0],
    ],
    [
      AUTUMN,
      FREDHALL,
      '348',
      [0, 15, 15, 27, 27, 40, 40, 27, 27, 20, 20, 11],
      [11, 20, 20, 27, 27, 40, 40, 27, 27, 20, 20, 0, 0],
    ],
  ])('p. 2: the hours of %s at %s, both directions alike', (day, station, point, early, late) => {
    const charges = chargesBy([...hours, ...later].map((clock) => passageAt(station, `${day}T${clock}:59`, point)));
    expect(charges.map(({ alone }) => (alone ?? 0) / 100)).toEqual([...early, ...late]);
  });

  test('p. 2: the hour and the started minute decide, seconds do not count', () => {
    expect(amountsOf(on(WINTER, '06:29:59'))).toEqual([15]);
    expect(amountsOf(on(WINTER, '06:30:00'))).toEqual([25]);
  });

  test('p. 2: traffic to and from Drottningholmsvägen in the east and Lindhagensgatan pays as in the inner city', () => {
    const at = (station: string, point: string) => amountsOf(chargesBy([passageAt(station, `${WINTER}T07:30`, point)]))[0];
    expect(['345', '346', '347', '348'].map((point) => at(FREDHALL, point))).toEqual([30, 30, 30, 30]);
    expect(['341', '342', '343', '344'].map((point) => at(FREDHALL, point))).toEqual([35, 35, 35, 35]);
    expect(['351', '352', '353', '354'].map((point) => at(KRISTINEBERG, point))).toEqual([35, 35, 35, 35]);
  });

  test('p. 2: high season is from 1 March to the day before Midsummer Eve, and from 15 August through November', () => {
    const morning = (day: string) => costOf(day, '07:30');
    expect([morning('2025-02-28'), morning('2025-03-03')]).toEqual([35, 45]);
    expect([morning('2025-06-19'), morning('2025-06-23')]).toEqual([45, 35]);
    expect([morning('2025-08-14'), morning('2025-08-15')]).toEqual([35, 45]);
    expect([morning('2025-11-28'), morning('2025-12-01')]).toEqual([45, 35]);
    // Midsummer Eve is on 19 June in 2026 and on 25 June in 2027.
    expect([morning('2026-06-18'), morning('2026-06-22')]).toEqual([45, 35]);
    expect([morning('2027-06-24'), morning('2027-06-28')]).toEqual([45, 35]);
  });

  test('p. 2: Saturdays, Sundays and holidays are free', () => {
    expect(['2026-09-19', '2026-09-20', '2026-01-01', '2026-05-14', '2026-04-06'].map(ruleOf)).toEqual(
      Array.from({ length: 5 }, () => 'free-day'),
    );
    expect(costOf('2026-09-19')).toBe(0);
  });

  test('p. 2 third and fourth paragraphs: five days before a holiday are taxed', () => {
    const taxed = ['2026-04-02', '2026-05-13', '2026-10-30', '2026-04-30', '2026-06-05'];
    expect(taxed.map((day) => costOf(day))).toEqual([11, 11, 11, 11, 11]);
  });

  test('p. 2 second paragraph: the other days before a holiday are free', () => {
    const free = ['2026-01-05', '2026-06-19', '2026-12-24', '2026-12-31'];
    expect(free.map((day) => costOf(day))).toEqual([0, 0, 0, 0]);
  });

  test('p. 2 fifth paragraph: of July only the first five days of Monday to Friday are taxed', () => {
    const first = { 2025: [1, 2, 3, 4, 7], 2026: [1, 2, 3, 6, 7], 2027: [1, 2, 5, 6, 7] };
    for (const [year, days] of Object.entries(first)) {
      const taxed = Array.from({ length: 31 }, (_, i) => i + 1).filter(
        (date) => costOf(`${year}-07-${String(date).padStart(2, '0')}`) !== 0,
      );
      expect(taxed).toEqual(days);
    }
    expect(ruleOf('2026-07-08')).toBe('july');
    expect(amountsOf(on('2026-07-07', '07:30'))).toEqual([35]);
  });

  test('p. 3: no more than 105 a day in low season, 135 in high season', () => {
    const winter = on(WINTER, '07:00', '07:20', '08:00', '16:00', '17:00');
    expect(amountsOf(winter)).toEqual([35, 35, 35, 0, 0]);
    expect(rulesOf(winter)).toEqual(['amount', 'amount', 'amount', 'day-maximum', 'day-maximum']);
    expect(winter[4]?.alone).toBe(3500);
    expect(amountsOf(on(WINTER, '06:30', '07:00', '08:00', '16:00', '17:00'))).toEqual([25, 35, 35, 10, 0]);
    expect(amountsOf(on(AUTUMN, '06:00', '07:00', '08:00', '16:00', '17:00'))).toEqual([15, 45, 45, 30, 0]);
  });

  test('p. 3: the maximum is of the calendar day, and of the inner city and Essingeleden together', () => {
    const both = chargesBy([
      passageAt(FREDHALL, `${WINTER}T07:00`, '347'),
      passageAt(BRIDGE, `${WINTER}T07:30`),
      passageAt(BRIDGE, `${WINTER}T16:00`),
      passageAt(FREDHALL, `${WINTER}T17:00`, '348'),
      passageAt(BRIDGE, '2026-02-11T07:00'),
    ]);
    expect(amountsOf(both)).toEqual([30, 35, 35, 5, 35]);
  });

  test('each passage is charged: there is no rule of 60 minutes', () => {
    expect(amountsOf(on(WINTER, '09:40', '09:50', '10:00'))).toEqual([11, 11, 11]);
  });

  test('Fredhäll and Kristineberg on one run are one passage', () => {
    const run = chargesBy([passageAt(FREDHALL, `${WINTER}T10:00`, '344'), passageAt(KRISTINEBERG, `${WINTER}T10:02`, '352')]);
    expect(amountsOf(run)).toEqual([11, 0]);
    expect(rulesOf(run)).toEqual(['amount', 'same-passage']);
    const back = chargesBy([
      passageAt(FREDHALL, `${WINTER}T10:00`, '344'),
      passageAt(KRISTINEBERG, `${WINTER}T10:02`, '352'),
      passageAt(KRISTINEBERG, `${WINTER}T10:06`, '351'),
      passageAt(FREDHALL, `${WINTER}T10:07`, '341'),
    ]);
    expect(amountsOf(back)).toEqual([11, 0, 11, 0]);
    const between = chargesBy([
      passageAt(FREDHALL, `${WINTER}T10:00`, '344'),
      passageAt(BRIDGE, `${WINTER}T10:04`),
      passageAt(KRISTINEBERG, `${WINTER}T10:09`, '352'),
    ]);
    expect(amountsOf(between)).toEqual([11, 11, 11]);
    const hoursLater = chargesBy([passageAt(FREDHALL, `${WINTER}T10:00`), passageAt(KRISTINEBERG, `${WINTER}T12:00`)]);
    expect(amountsOf(hoursLater)).toEqual([11, 11]);
  });

  test('4 and 5 §§: motorcycles, buses of 14 tonnes and exempt cars pay nothing, lorries and electric cars in full', () => {
    const of = (vehicleClass: 'motorcycle' | 'bus-heavy' | 'exempt' | 'heavy-truck' | 'light-truck' | 'car') =>
      chargesBy([passageAt(BRIDGE, `${WINTER}T07:00`)], { vehicleClass, fuel: 'electric' })[0];
    expect([of('motorcycle'), of('bus-heavy'), of('exempt')].map((charge) => charge?.rule)).toEqual(
      Array.from({ length: 3 }, () => 'exempt-vehicle'),
    );
    expect([of('motorcycle'), of('bus-heavy'), of('exempt')].map((charge) => charge?.amount)).toEqual([0, 0, 0]);
    expect([of('heavy-truck'), of('light-truck'), of('car')].map((charge) => charge?.amount)).toEqual([3500, 3500, 3500]);
  });

  test('a day without a tariff says so and costs nobody anything invented', () => {
    const [charge] = atBridge('2008-11-07T11:05');
    expect(charge).toEqual({ id: 0, amount: null, currency: 'SEK', rule: 'no-tariff', alone: null, isEstimate: false });
    expect(rulesOf(atBridge('2019-12-30T07:30', '2020-01-02T07:30'))).toEqual(['no-tariff', 'amount']);
    expect(rulesOf(chargesBy([{ id: 0, stationId: 'se-stockholm/gone', pointId: '', timeMs: 0 }], PETROL_CAR))).toEqual([
      'no-tariff',
    ]);
  });

  test('a passage without a control point, as a person enters it, costs what its station has in common', () => {
    expect(amountsOf(chargesBy([passageAt(BRIDGE, `${WINTER}T07:30`, '')]))).toEqual([35]);
    expect(rulesOf(chargesBy([passageAt(FREDHALL, `${WINTER}T07:30`, '')]))).toEqual(['no-tariff']);
  });

  test('the clock is that of Sweden on the days when it is put forward or back', () => {
    expect(amountsOf(atBridge('2026-03-27T07:00', '2026-03-30T07:00', '2026-10-23T07:00', '2026-10-26T07:00'))).toEqual([
      45, 45, 45, 45,
    ]);
  });
});
