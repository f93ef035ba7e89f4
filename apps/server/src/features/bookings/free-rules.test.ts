import { describe, expect, test } from 'vitest';
import { freeTimes } from './free-rules.ts';
import { wallClock, spanOf } from './rules.ts';

const ZONE = 'Europe/Stockholm';
const at = (text: string): number => Date.parse(`2026-03-${text}:00Z`);
const span = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) });
const from = (text: string) => ({ fromMs: at(text), toMs: at('31T00:00') });

describe('BOOK-040: free times around one that is taken', () => {
  const wanted = span('17T10:00', '17T12:00');
  test('are the nearest of its length, before and after, beginning on a quarter', () => {
    const taken = [span('17T09:00', '17T11:05'), span('17T12:30', '17T13:00')];
    expect(freeTimes(wanted, taken, from('16T00:00'), ZONE)).toEqual([
      span('17T07:00', '17T09:00'),
      span('17T13:00', '17T15:00'),
      span('17T15:00', '17T17:00'),
    ]);
  });
  test('are not in the past', () => {
    expect(freeTimes(wanted, [span('17T09:00', '17T11:00')], from('17T08:59'), ZONE)).toEqual([
      span('17T11:00', '17T13:00'),
      span('17T13:00', '17T15:00'),
    ]);
  });
  test('do not leap over a free day to the booking after it', () => {
    const taken = [span('17T09:58', '17T10:02'), span('19T06:00', '19T07:00')];
    expect(freeTimes(span('17T10:00', '17T11:00'), taken, from('17T09:59'), ZONE)).toEqual([
      span('17T10:15', '17T11:15'),
      span('17T11:15', '17T12:15'),
    ]);
  });
  test('are all known to be free', () => {
    const taken = [span('17T09:00', '17T11:00')];
    expect(freeTimes(wanted, taken, span('17T08:00', '17T12:00'), ZONE)).toEqual([]);
    expect(freeTimes(wanted, taken, span('17T07:00', '17T13:00'), ZONE)).toHaveLength(2);
  });
  test('are two after it at most', () => {
    const taken = [span('17T09:00', '17T11:00'), span('17T13:00', '17T14:00'), span('17T16:00', '17T17:00')];
    expect(freeTimes(wanted, taken, from('17T09:00'), ZONE)).toEqual([
      span('17T11:00', '17T13:00'),
      span('17T14:00', '17T16:00'),
    ]);
  });
  test('lie beside what is to be avoided, and in it by day before at night', () => {
    const taken = [span('17T09:00', '17T11:00')];
    expect(freeTimes(wanted, taken, from('17T09:00'), ZONE, [span('17T11:00', '17T14:30')])).toEqual([
      span('17T14:30', '17T16:30'),
      span('18T07:00', '18T09:00'),
    ]);
    const always = [span('16T00:00', '31T00:00')];
    expect(freeTimes(wanted, taken, from('17T09:00'), ZONE, always)).toEqual(freeTimes(wanted, taken, from('17T09:00'), ZONE));
  });
});

describe('BOOK-040: free times are by day before they are at night', () => {
  const local = (start: string, end: string) => spanOf(`2026-03-${start}:00`, `2026-03-${end}:00`, ZONE);
  const offered = (wanted: ReturnType<typeof local>, ...taken: ReturnType<typeof local>[]) =>
    freeTimes(wanted, taken, from('17T07:00'), ZONE).map(({ fromMs, toMs }) =>
      [fromMs, toMs].map((ms) => wallClock(ms, ZONE).slice(8, 16)).join('–'),
    );
  test('what is back at night is offered in the morning', () => {
    const taken = local('17 09:00', '18 02:00');
    expect(offered(local('17 13:00', '17 15:00'), taken)).toEqual(['18 08:00–18 10:00', '18 10:00–18 12:00']);
    expect(offered(local('17 13:00', '17 22:00'), taken), 'longer than a morning').toEqual([
      '18 08:00–18 17:00',
      '19 08:00–19 17:00',
    ]);
  });
  test('at the end of the day the next one follows, and after a Friday the Monday', () => {
    expect(offered(local('18 16:00', '18 17:00'), local('18 08:00', '18 18:15'))).toEqual([
      '18 07:00–18 08:00',
      '19 08:00–19 09:00',
      '19 09:00–19 10:00',
    ]);
    expect(offered(local('20 10:00', '20 17:00'), local('20 08:00', '20 16:00'))).toEqual([
      '23 08:00–23 15:00',
      '24 08:00–24 15:00',
    ]);
  });
  test('who asks for an evening, a night or a weekend is offered one', () => {
    expect(offered(local('18 20:00', '18 22:00'), local('18 19:00', '18 21:00'))).toEqual([
      '18 17:00–18 19:00',
      '19 08:00–19 10:00',
      '19 10:00–19 12:00',
    ]);
    expect(offered(local('21 10:00', '21 12:00'), local('21 10:00', '21 13:00'))[1]).toBe('21 13:00–21 15:00');
    expect(offered(local('17 22:00', '18 06:00'), local('17 21:00', '18 01:00'))[1], 'the next night too').toBeDefined();
  });
  test('a time at night is offered where there is none by day', () => {
    const days = ['17', '18', '19', '20', '23', '24', '25', '26', '27', '30'].map((day) => local(`${day} 05:30`, `${day} 22:00`));
    expect(offered(local('17 10:00', '17 12:00'), ...days)).toEqual(['17 22:00–18 00:00', '18 22:00–19 00:00']);
  });
});
