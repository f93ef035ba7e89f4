import { describe, expect, test } from 'vitest';
import { amountsOf, chargesBy, passageAt, rulesOf } from './testing-passages.ts';

const id = (key: string) => `se-gothenburg/${key}`;
const STREET = id('fridkullagatan');
const OTHER = id('orgrytevagen');
const BACKA = id('backadalen');
const CONTROL = id('tuvevagen');

const DAY = '2026-09-15';
const on = (day: string, ...clocks: string[]) =>
  chargesBy(clocks.map((clock, i) => passageAt(i % 2 ? OTHER : STREET, `${day}T${clock}`)));
const costOf = (day: string) => amountsOf(on(day, '12:00'))[0];

describe('REP-014: congestion tax in Gothenburg, lag (2004:629) bilaga 2', () => {
  test('p. 2: the hours', () => {
    const clocks = ['05:59', '06:00', '06:29', '06:30', '06:59', '07:00', '07:59', '08:00', '08:29', '08:30', '14:59', '15:00'];
    const later = ['15:29', '15:30', '16:59', '17:00', '17:59', '18:00', '18:29', '18:30'];
    const alone = on(DAY, ...clocks, ...later).map((charge) => (charge.alone ?? 0) / 100);
    expect(alone).toEqual([0, 9, 9, 16, 16, 22, 22, 16, 16, 9, 9, 16, 16, 22, 22, 16, 16, 9, 9, 0]);
  });

  test('p. 2: every day before a holiday is free, and all of July', () => {
    expect(['2026-04-02', '2026-05-13', '2026-10-30', '2026-04-30', '2026-06-05', '2026-01-05'].map(costOf)).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
    expect(['2026-07-01', '2026-07-02', '2026-07-31'].map(costOf)).toEqual([0, 0, 0]);
    expect(rulesOf(on('2026-07-01', '12:00'))).toEqual(['july']);
    expect(['2026-06-30', '2026-08-03'].map(costOf)).toEqual([9, 9]);
  });

  test('p. 3: passages within 60 minutes are one charge, the highest, which the first carries', () => {
    const charges = on(DAY, '14:40', '15:10', '15:35');
    expect(amountsOf(charges)).toEqual([22, 0, 0]);
    expect(rulesOf(charges)).toEqual(['multi-passage', 'multi-passage', 'multi-passage']);
    expect(charges.map(({ alone }) => alone)).toEqual([900, 1600, 2200]);
    expect(rulesOf(on(DAY, '07:10', '07:20'))).toEqual(['amount', 'multi-passage']);
  });

  test('p. 3: exactly 60 minutes are inside, a second more is not', () => {
    expect(amountsOf(on(DAY, '10:00:00', '11:00:00'))).toEqual([9, 0]);
    expect(amountsOf(on(DAY, '10:00:00', '11:00:01'))).toEqual([9, 9]);
  });

  test('p. 3: the hour begins with the charged passage and does not slide', () => {
    expect(amountsOf(on(DAY, '09:00', '09:50', '10:10', '10:40', '11:11'))).toEqual([9, 0, 9, 0, 9]);
  });

  test('p. 3: a passage that is free opens no hour', () => {
    expect(amountsOf(on(DAY, '05:50', '06:00', '06:55', '07:01'))).toEqual([0, 16, 0, 22]);
  });

  test('p. 4: no more than 60 in a day', () => {
    const charges = on(DAY, '06:30', '07:31', '15:00', '16:01', '17:02');
    expect(amountsOf(charges)).toEqual([16, 22, 16, 6, 0]);
    expect(rulesOf(charges).slice(3)).toEqual(['day-maximum', 'day-maximum']);
  });

  test('p. 5: the stations at Backa cost only with a control point 30 minutes before or after', () => {
    const around = (control: string) => {
      const passages = [passageAt(BACKA, `${DAY}T10:00:00`), passageAt(CONTROL, `${DAY}T${control}`)];
      return chargesBy(passages.toSorted((a, b) => a.timeMs - b.timeMs));
    };
    expect(amountsOf(around('09:30:00'))).toEqual([0, 9]);
    expect(amountsOf(around('10:30:00'))).toEqual([9, 0]);
    expect(rulesOf(around('10:30:00'))).toEqual(['amount', 'control-point']);
    expect(rulesOf(around('10:30:01'))).toEqual(['no-backa', 'control-point']);
    expect(rulesOf(around('09:29:59'))).toEqual(['control-point', 'no-backa']);
    expect(amountsOf(chargesBy([passageAt(BACKA, `${DAY}T10:00`)]))).toEqual([0]);
  });

  test('p. 5: all five stations at Backa, and all control points', () => {
    const stations = ['sodra-tagenevagen', 'skalltorpsvagen', 'backadalen', 'tingstadsmotet-avfart-e6', 'tingstadvagen'];
    const controls = ['backtuvevagen', 'tuvevagen', 'minelundsvagen', 'deltavagen', 'backavagen'];
    for (const station of stations)
      for (const control of controls) {
        const [charged, nothing] = chargesBy([passageAt(id(station), `${DAY}T07:00`), passageAt(id(control), `${DAY}T07:05`)]);
        expect([charged?.amount, nothing?.amount]).toEqual([2200, 0]);
      }
    expect(rulesOf(chargesBy(controls.map((control) => passageAt(id(control), `${DAY}T07:00`))))).toEqual(
      controls.map(() => 'control-point'),
    );
  });

  test('p. 3 and 5: a passage at Backa that is not charged opens no hour', () => {
    const charges = chargesBy([
      passageAt(BACKA, `${DAY}T06:40`),
      passageAt(STREET, `${DAY}T07:30`),
      passageAt(OTHER, `${DAY}T08:20`),
    ]);
    expect(amountsOf(charges)).toEqual([0, 22, 0]);
  });

  test('5 §: a bus of 14 tonnes pays nothing', () => {
    expect(rulesOf(chargesBy([passageAt(STREET, `${DAY}T07:00`)], { vehicleClass: 'bus-heavy', fuel: 'diesel' }))).toEqual([
      'exempt-vehicle',
    ]);
  });

  test('Stockholm and Gothenburg on one day have each their maximum', () => {
    const charges = chargesBy([
      ...['06:00', '07:05', '08:10'].map((clock) => passageAt(STREET, `${DAY}T${clock}`)),
      ...['15:00', '16:00', '17:00'].map((clock) => passageAt('se-stockholm/skanstullsbron', `${DAY}T${clock}`)),
    ]);
    expect(amountsOf(charges)).toEqual([9, 22, 16, 20, 45, 45]);
  });
});
