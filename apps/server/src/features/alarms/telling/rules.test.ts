import { expect, test } from 'vitest';
import { quietMinutesLeft } from './rules.ts';
import { smsSize } from '../../../platform/sms/message-size.ts';
import { shortText, smsText } from './short-text.ts';

test('ALARM-036: quiet hours also run over midnight, and end at their end', () => {
  const at = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  expect(quietMinutesLeft(at('21:59'), '22:00', '06:00')).toBe(0);
  expect(quietMinutesLeft(at('22:00'), '22:00', '06:00')).toBe(480);
  expect(quietMinutesLeft(at('05:30'), '22:00', '06:00')).toBe(30);
  expect(quietMinutesLeft(at('06:00'), '22:00', '06:00')).toBe(0);
  expect(quietMinutesLeft(at('12:15'), '12:00', '13:00')).toBe(45);
});

test('ALARM-034, 039: a text message ends long names in dots and keeps what happened and where to look whole', () => {
  const alarm = {
    receiverName: 'Åsa',
    unitName: 'X'.repeat(50),
    registrationNumber: 'ABC 123',
    place: 'Y'.repeat(300),
    what: {
      kind: 'towing',
      subject: '',
      at: '2026-11-18T12:00:00Z',
      timeZone: 'Europe/Stockholm',
      isDayOnly: false,
      isDelayed: true,
      value: null,
      limit: null,
    },
    repeats: 0,
    isEscalation: false,
    alarmId: 7,
    isMember: true,
    accountName: 'Östs Åkeri',
    path: null,
    mapPath: null,
  } as const;
  const text = smsText(shortText(alarm, 'sv'), {
    subsiteId: 0,
    language: 'sv',
    link: 'https://spora.test/user/alarms?alarm=7',
    stopLink: null,
  });
  expect(text).toMatch(
    /^Spora: X+, ABC 123 rör sig utan tändning\. 2026-11-18 13:00 \(försenad uppgift\), Y+\.\.\. https:\/\/spora\.test/,
  );
  expect(text.length).toBeLessThan(306);
  const outside = { subsiteId: 0, language: 'sv', link: null, stopLink: 'https://spora.test/user/alerts#x' } as const;
  expect(smsText(shortText(alarm, 'sv'), outside)).toMatch(/\.\.\. Stoppa larmen: https:\/\/spora\.test\/user\/alerts#x$/);
  const host = 'https://sparning.example.com';
  const both = smsText(shortText(alarm, 'sv'), {
    ...outside,
    link: `${host}/shared/alarm#${'A'.repeat(22)}`,
    stopLink: `${host}/user/alerts#${'B'.repeat(43)}`,
  });
  expect(both).toMatch(/ rör sig utan tändning\. 2026-11-18 13:00.*\.\.\. https:\S+#A{22} Stoppa larmen: https:\S+#B{43}$/);
  expect(smsSize(both).parts, 'beside two links the words make room').toBe(2);
  const day = shortText({ ...alarm, place: '', repeats: 3, what: { ...alarm.what, isDayOnly: true, isDelayed: false } }, 'en');
  expect(day.body).toBe('2026-11-18. It has happened 3 more times since the last message.');
});
