import { expect, test } from 'vitest';
import {
  ALARM_KIND_NAMES,
  alarmClassOf,
  type AlarmKind,
  type AlarmUrgency,
  kindsOfClass,
  overridesHiding,
  saidAtOnce,
  urgencyOf,
} from './kinds.ts';

const URGENCIES: Readonly<Record<AlarmKind, AlarmUrgency>> = {
  'zone-left': 'urgent',
  'zone-entered': 'event',
  'theft-mode': 'urgent',
  towing: 'urgent',
  tamper: 'urgent',
  'shared-identity': 'soon',
  'power-cut': 'urgent',
  jamming: 'urgent',
  door: 'urgent',
  'alarm-input': 'urgent',
  panic: 'urgent',
  'safe-home-missed': 'urgent',
  'low-voltage': 'soon',
  'low-battery': 'soon',
  'no-contact': 'soon',
  'service-due': 'soon',
  temperature: 'urgent',
  humidity: 'soon',
  'sensor-lost': 'soon',
  'over-speed': 'event',
  alcohol: 'urgent',
  'over-use': 'soon',
  'sms-credits': 'soon',
};

const BY_THE_TABLE = { movedAlarms: {} };

test.each(ALARM_KIND_NAMES)('0079: %s is as urgent as the decision says', (kind) => {
  expect(urgencyOf(kind)).toBe(URGENCIES[kind]);
});

test('ALARM-030, DEC-42: who is told of what is said by one table: these are security alarms, and all others function alarms', () => {
  expect(kindsOfClass('security', BY_THE_TABLE)).toEqual([
    ...['zone-left', 'zone-entered', 'theft-mode', 'towing', 'tamper', 'shared-identity', 'power-cut', 'jamming', 'door'],
    ...['alarm-input', 'panic', 'safe-home-missed'],
  ]);
  expect(kindsOfClass('function', BY_THE_TABLE)).toEqual([
    ...['low-voltage', 'low-battery', 'no-contact', 'service-due', 'temperature', 'humidity', 'sensor-lost', 'over-speed'],
    ...['alcohol', 'over-use', 'sms-credits'],
  ]);
});

test('0079: what is settled once it is over is no longer urgent; what somebody may be gone with is', () => {
  const over = (kind: AlarmKind): AlarmUrgency => urgencyOf(kind, { isOver: true });
  expect(['temperature', 'theft-mode', 'safe-home-missed'].map((kind) => over(kind as AlarmKind))).toEqual([
    'soon',
    'soon',
    'soon',
  ]);
  expect(['towing', 'jamming', 'power-cut', 'panic', 'zone-left'].map((kind) => over(kind as AlarmKind))).toEqual(
    Array.from({ length: 5 }, () => 'urgent'),
  );
  expect([over('low-battery'), over('over-speed')]).toEqual(['soon', 'event']);
});

test('ALARM-035, 0079: of the function alarms those that are urgent are said at once, too', () => {
  expect(saidAtOnce(BY_THE_TABLE)).toEqual(
    expect.arrayContaining(['zone-entered', 'towing', 'shared-identity', 'temperature', 'alcohol']),
  );
  expect(saidAtOnce(BY_THE_TABLE)).not.toEqual(expect.arrayContaining(['low-battery']));
});

test('DEC-42: a brand moves an alarm into the other class, and what follows from the class follows it, but for what somebody has hidden', () => {
  const brand = { movedAlarms: { 'over-use': 'security', 'zone-entered': 'function' } } as const;
  expect([alarmClassOf('over-use', brand), alarmClassOf('zone-entered', brand)]).toEqual(['security', 'function']);
  expect(kindsOfClass('security', brand)).toContain('over-use');
  expect(kindsOfClass('function', brand)).toContain('zone-entered');
  expect(ALARM_KIND_NAMES.filter((kind) => alarmClassOf(kind, brand) !== alarmClassOf(kind, BY_THE_TABLE))).toHaveLength(2);
  expect([saidAtOnce(brand).includes('over-use'), saidAtOnce(brand).includes('zone-entered')]).toEqual([true, false]);
  expect([overridesHiding('over-use', 'security'), overridesHiding('zone-entered', 'function')]).toEqual([false, false]);
  expect(overridesHiding('towing', 'security')).toBe(true);
});
