import { expect, test } from 'vitest';
import { ALARM_KIND_NAMES, type AlarmKind, type AlarmUrgency, SAID_AT_ONCE, urgencyOf } from './kinds.ts';

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
