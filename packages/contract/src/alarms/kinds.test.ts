import { expect, test } from 'vitest';
import {
  ALARM_KIND_NAMES,
  ALARM_KINDS,
  type AlarmKind,
  type AlarmUrgency,
  kindsOfClass,
  SAID_AT_ONCE,
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

test.each(ALARM_KIND_NAMES)('0079: %s is as urgent as the decision says', (kind) => {
  expect(urgencyOf(kind)).toBe(URGENCIES[kind]);
});

test('ALARM-030, DEC-42: who is told of what is said by one table: these are security alarms, and all others function alarms', () => {
  const security = Object.entries(ALARM_KINDS).filter(([, facts]) => facts.class === 'security');
  expect(security.map(([kind]) => kind)).toEqual([
    ...['zone-left', 'zone-entered', 'theft-mode', 'towing', 'tamper', 'shared-identity', 'power-cut', 'jamming', 'door'],
    ...['alarm-input', 'panic', 'safe-home-missed'],
  ]);
  expect(kindsOfClass('function')).toEqual([
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
  expect(SAID_AT_ONCE).toEqual(expect.arrayContaining(['zone-entered', 'towing', 'shared-identity', 'temperature', 'alcohol']));
  expect(SAID_AT_ONCE).not.toEqual(expect.arrayContaining(['low-battery']));
});
