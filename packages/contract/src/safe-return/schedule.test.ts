import { expect, test } from 'vitest';
import { checksBetween, cutAddress, hasChecks, type HomeSchedule, nextChecks, readCheckWeeks } from './schedule.ts';

const every = (time: string, days: readonly number[]) => days.map((day) => ({ day, time }));
const home = (fields: Partial<HomeSchedule> = {}): HomeSchedule => ({
  schedule: [every('18:00', [1, 2, 3, 4, 5])],
  frequency: 1,
  start_date: '2026-11-16',
  time_zone: 'Europe/Stockholm',
  ...fields,
});
const next = (schedule: HomeSchedule, after: string, count?: number): string[] =>
  nextChecks(schedule, Date.parse(after), count).map((ms) => new Date(ms).toISOString().slice(0, 16));

test('SAFE-031, SAFE-021, CONST-043: the next six checks of a week, by weekday, from the start date on', () => {
  expect(next(home(), '2026-11-19T16:59:00Z')).toEqual([
    '2026-11-19T17:00',
    '2026-11-20T17:00',
    '2026-11-23T17:00',
    '2026-11-24T17:00',
    '2026-11-25T17:00',
    '2026-11-26T17:00',
  ]);
  // A check is over when its time has come.
  expect(next(home(), '2026-11-19T17:00:00Z', 1)).toEqual(['2026-11-20T17:00']);
  expect(next(home({ start_date: '2026-12-03' }), '2026-11-19T17:00:00Z', 2)).toEqual(['2026-12-03T17:00', '2026-12-04T17:00']);
  const sunday = home({ schedule: [every('00:15', [0])] });
  expect(next(sunday, '2026-11-19T17:00:00Z', 1)).toEqual(['2026-11-21T23:15']);
});

test('SAFE-019, SAFE-022: a cycle of three weeks begins with the week of its start date, whatever weekday that is', () => {
  const cycle = home({
    schedule: [every('18:00', [1]), [], every('07:30', [3, 0])],
    frequency: 3,
    start_date: '2026-11-18',
  });
  expect(next(cycle, '2026-11-01T00:00:00Z')).toEqual([
    '2026-12-02T06:30',
    '2026-12-06T06:30',
    '2026-12-07T17:00',
    '2026-12-23T06:30',
    '2026-12-27T06:30',
    '2026-12-28T17:00',
  ]);
  // DEC-36: of a shorter cycle the later weeks say nothing.
  expect(next({ ...cycle, frequency: 2 }, '2026-11-01T00:00:00Z', 2)).toEqual(['2026-11-30T17:00', '2026-12-14T17:00']);
  expect(hasChecks({ schedule: [[], [], every('07:30', [3])], frequency: 2 })).toBe(false);
  expect(next({ ...cycle, schedule: [[], [], every('07:30', [3])], frequency: 2 }, '2026-11-01T00:00:00Z')).toEqual([]);
});

test('SAFE-029: both changes of the clock: what the clock on the wall shows decides, each time is checked once', () => {
  const daily = home({ schedule: [every('18:00', [0, 1, 2, 3, 4, 5, 6])], start_date: '2026-03-01' });
  expect(next(daily, '2026-03-28T00:00:00Z', 2)).toEqual(['2026-03-28T17:00', '2026-03-29T16:00']);
  expect(next(daily, '2026-10-24T00:00:00Z', 2)).toEqual(['2026-10-24T16:00', '2026-10-25T17:00']);
  const night = home({ schedule: [every('02:30', [0, 6, 1])], start_date: '2026-03-01' });
  // 02:30 does not come on 29 March: it is checked at 03:30. On 25 October it comes twice: the first.
  expect(next(night, '2026-03-27T00:00:00Z', 3)).toEqual(['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']);
  expect(next(night, '2026-10-23T00:00:00Z', 3)).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']);
  const between = checksBetween(night, Date.parse('2026-10-25T00:00:00Z'), Date.parse('2026-10-25T23:00:00Z'));
  expect(between).toEqual([Date.parse('2026-10-25T00:30:00Z')]);
});

test('SAFE-029: the checks of a stretch of time are those that the next ones tell one after the other', () => {
  const cycle = home({
    schedule: [every('18:00', [1, 4]), every('23:45', [0, 2, 6])],
    frequency: 2,
    time_zone: 'America/New_York',
  });
  const [from, to] = [Date.parse('2026-10-20T00:00:00Z'), Date.parse('2026-12-20T00:00:00Z')];
  const told: number[] = [];
  for (let at = from; ;) {
    const [following] = nextChecks(cycle, at, 1);
    if (following === undefined || following > to) break;
    told.push(following);
    at = following;
  }
  expect(told.length).toBeGreaterThan(10);
  expect(checksBetween(cycle, from, to)).toEqual(told);
});

test('DEC-36: a schedule is read as text or list, and what is broken counts as empty', () => {
  const weeks = [[{ day: 1, time: '18:00' }]];
  expect(readCheckWeeks(JSON.stringify(weeks))).toEqual(weeks);
  expect(readCheckWeeks(weeks)).toEqual(weeks);
  for (const broken of ['{', '', null, undefined, 7, '{"day":1}', '"x"']) expect(readCheckWeeks(broken)).toEqual([]);
  const worn = [
    [
      { day: 7, time: '18:00' },
      { day: 1, time: '18:10' },
      { day: 2, time: '18:15' },
    ],
    'x',
  ];
  expect(readCheckWeeks(worn)).toEqual([[{ day: 2, time: '18:15' }], []]);
});

test('DEC-37, CONST-034: an address of more than 50 characters is cut at a word', () => {
  expect(cutAddress('  Storgatan 1,  Solna ')).toBe('Storgatan 1, Solna');
  const long = cutAddress('Kungliga Djurgårdens Intressenters väg 12, Östermalm, Stockholm, Sverige');
  expect(long).toBe('Kungliga Djurgårdens Intressenters väg 12');
  expect(cutAddress('x'.repeat(70))).toHaveLength(50);
});
