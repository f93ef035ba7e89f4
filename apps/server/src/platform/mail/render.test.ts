import { expect, test } from 'vitest';
import { BRANDS } from '@spora/contract/brands';
import { type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { readConfig } from '../configuration/config.ts';
import { createLinkTo, type LinkTo } from './links.ts';
import { type MailTemplate, type MailTemplates, SECRET_PARAMS } from './order.ts';
import { renderMail } from './render.ts';

const PARAMS: MailTemplates = {
  'sign-in-code': { code: '042917', minutes: 5 },
  'reset-link': { path: '/user/reset-password?_c=abc-DEF', minutes: 60 },
  'password-changed': { fullName: 'Åsa Öst' },
  'email-changed': { fullName: 'Åsa Öst', newEmail: 'asa@example.test', isClosed: true },
  'sessions-ended': { fullName: 'Åsa Öst', byName: 'Bo Berg' },
  'email-proof': {
    fullName: 'Åsa Öst',
    accountName: 'Åkeriet AB',
    newEmail: 'ny@example.test',
    path: '/user/confirm-email?_c=abc',
  },
  'email-consent': {
    fullName: 'Åsa Öst',
    newEmail: 'ny@example.test',
    byName: 'Bo Berg',
    reason: 'Bytt arbetsgivare',
    isAgreed: false,
    isBySupport: true,
    path: '/user/confirm-email?_c=abc',
  },
  'email-change-ended': { fullName: 'Åsa Öst', newEmail: 'ny@example.test', keptEmail: 'asa@example.test' },
  'two-factor-changed': { fullName: 'Åsa Öst', enabled: true },
  'factor-changed': { fullName: 'Åsa Öst', change: { kind: 'passkey-added', name: 'Mobilen' } },
  'recovery-code-used': { fullName: 'Åsa Öst', left: 1 },
  'factor-reset': { fullName: 'Åsa Öst', byName: 'Maja Ek', reason: 'Tappad telefon', hasMail: true, isHeld: true },
  'factor-reset-told': { fullName: 'Maja Ek', memberName: 'Åsa Öst', byName: 'Sam Stöd', reason: 'Tappad telefon' },
  invitation: { fullName: 'Åsa Öst', inviterName: 'Maja Ek', accountName: 'Östs Åkeri', path: '/user/reset-password?_c=abc-DEF' },
  'unit-unlocked': { fullName: 'Åsa Öst', unitName: 'Skåpbil 7', byName: 'Maja Ek' },
  'support-case': {
    caseNumber: 'S-00001',
    fullName: 'Åsa Öst',
    email: 'asa@example.test',
    accountName: 'Östs Åkeri',
    message: 'Kartan är tom',
    page: '/user/realtime-tracking',
  },
  'support-answer': { caseNumber: 'S-00001', fullName: 'Åsa Öst', message: 'Kartan är tom', answer: 'Ladda om sidan.' },
  'private-overridden': {
    fullName: 'Åsa Öst',
    unitName: 'Skåpbil 7',
    what: {
      kind: 'towing',
      subject: '',
      at: '2026-11-20T20:04:00.000Z',
      timeZone: 'Europe/Stockholm',
      isDayOnly: false,
      isDelayed: false,
      value: null,
      limit: null,
    },
    receivers: 'Bo Berg, Vakten',
  },
  'usual-driver-changed': { fullName: 'Åsa Öst', byName: 'Bo Berg', unitName: 'Skåpbil 7', newName: 'Bo Berg' },
  'checked-in-instead': { fullName: 'Åsa Öst', byName: 'Bo Berg', unitName: 'Skåpbil 7', driverName: 'Bo Berg' },
  'tag-relinked': { fullName: 'Åsa Öst', byName: 'Bo Berg', tagName: 'Blå bricka', newName: 'Bo Berg' },
  'still-checked-in': { fullName: 'Åsa Öst', unitName: 'Skåpbil 7', day: '2026-11-20' },
  'autoplan-reminder': { fullName: 'Åsa Öst', accountName: 'Åkeriet AB', month: '2026-10', units: 3 },
  booking: {
    fullName: 'Åsa Öst',
    unitName: 'Skåpbil 7',
    booking: {
      id: 7,
      news: 'refused',
      from: '2026-11-20T08:00:00.000Z',
      to: '2026-11-20T10:00:00.000Z',
      timeZone: 'Europe/Stockholm',
    },
    otherName: 'Bo Berg',
    reason: 'Den ska på service',
  },
  alarm: {
    receiverName: 'Åsa Öst',
    unitName: 'Skåpbil 7',
    registrationNumber: 'ABC 123',
    place: 'Storgatan 1, Solna',
    what: {
      kind: 'low-voltage',
      subject: '',
      at: '2026-11-20T22:04:00Z',
      timeZone: 'Europe/Stockholm',
      isDayOnly: false,
      isDelayed: true,
      value: 11.2,
      limit: 11.8,
    },
    repeats: 3,
    isEscalation: true,
    alarmId: 7,
    isMember: false,
    accountName: 'Östs Åkeri',
    path: null,
    mapPath: null,
  },
  'service-due': {
    fullName: 'Åsa Öst',
    items: [
      {
        unitName: 'Skåpbil 7',
        planName: '',
        kind: 'service',
        state: 'due-soon',
        forecastOn: '2026-12-24',
        remainingKm: 840,
        remainingHours: null,
      },
      {
        unitName: 'Grävare 2',
        planName: 'Smörjning',
        kind: 'other',
        state: 'overdue',
        forecastOn: null,
        remainingKm: null,
        remainingHours: -12,
      },
    ],
  },
  'notice-reminder': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri' },
  'removal-asked': { fullName: 'Åsa Öst', byName: 'Per Å', accountName: 'Östs Åkeri', day: '2026-12-06' },
  'log-by-mail': {
    fullName: 'Åsa Öst',
    ownerName: 'Per Å',
    scheduleName: 'Kontoret',
    from: '2026-10-01',
    to: '2026-10-31',
    trips: 31,
    isEmpty: false,
    isAttached: true,
    isTest: false,
    report: 'log',
  },
  'sign-on-linked': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri', provider: 'login.example.com', isClosed: true },
  'webhook-paused': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri', host: 'example.com' },
  'safe-home-soon': {
    fullName: 'Åsa Öst',
    unitName: 'Skåpbil 7',
    time: '18:00',
    isReceiver: true,
    isMember: false,
    accountName: 'Östs Åkeri',
    path: null,
  },
  'address-refused': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri', receiverName: 'Bo Berg', address: 'bo@example.test' },
  'number-died': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri', receiverName: 'Bo Berg', number: '+46701234567' },
  'removal-undone': { fullName: 'Åsa Öst', byName: 'Per Å', accountName: 'Östs Åkeri' },
  'account-erased': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri' },
  'attest-reminder': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri', from: '2026-10-01', to: '2026-10-31' },
  'log-reopened': {
    fullName: 'Åsa Öst',
    byName: 'Per Å',
    unitName: 'Skåpbil 7',
    from: '2026-10-01',
    to: '2026-10-31',
    reason: 'Fel förare den 3 oktober',
  },
  'alarm-test': { fullName: 'Åsa Öst', accountName: 'Östs Åkeri', path: null },
  welcome: { fullName: 'Åsa Öst', accountName: 'Östs Åkeri', imei: '356307042441013' },
};
const TEMPLATES = Object.keys(PARAMS) as MailTemplate[];
const linkTo: LinkTo = (subsiteId, path) => `https://host-${subsiteId}.test${path}`;

const wordsOf = (html: string): string =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

test.each(TEMPLATES)('BRAND-012, I18N-013: "%s" is whole in every language and speaks for one brand only', (template) => {
  for (const brand of BRANDS) {
    const texts = new Set<string>();
    for (const language of LANGUAGES) {
      const mail = renderMail({ template, params: PARAMS[template], language, subsiteId: brand.subsiteId }, linkTo);
      texts.add(mail.text);
      for (const part of [mail.subject, mail.text, mail.html.replace(/<style>.*?<\/style>/s, '')]) {
        expect(part).not.toMatch(/[{}]|undefined|\bnull\b|\[object/);
        expect(part).toContain(brand.name);
        for (const other of BRANDS) if (other !== brand) expect(part).not.toContain(other.name);
      }
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.text).toContain(brand.supportMail);
      expect(mail.html).toContain(brand.mailAccent);
      expect(mail.html).toContain(`lang="${LANGUAGE_FACTS[language].locale}"`);
      // Nothing that tells anyone that it was opened.
      expect(mail.html).not.toMatch(/<img|<script|<link|url\(|@import|\bsrc=/);
      for (const value of Object.values(PARAMS[template]).filter((value) => typeof value === 'string')) {
        const shown = value.replace(/&/g, '&amp;');
        expect(mail.text).toContain(value);
        expect(wordsOf(mail.html)).toContain(shown);
      }
    }
    expect(texts.size).toBe(LANGUAGES.length);
  }
});

test('TFA-003: the code stands alone on its line, and not in the subject, which locked screens show', () => {
  const { subject, text, html } = renderMail(
    { template: 'sign-in-code', params: PARAMS['sign-in-code'], language: 'sv', subsiteId: 2 },
    linkTo,
  );
  expect(subject).toBe('Din kod för att logga in på Nordfara');
  expect(text).toMatch(/^ +042917$/m);
  expect(text).toContain('5 minuter');
  expect(html).toMatch(/class="code"[^>]*>042917</);
});

test('PWD-009: the reset link is told with its hour, as a button and as an address to copy', () => {
  const { text, html } = renderMail(
    { template: 'reset-link', params: PARAMS['reset-link'], language: 'en', subsiteId: 1 },
    linkTo,
  );
  const url = 'https://host-1.test/user/reset-password?_c=abc-DEF';
  expect(text).toContain(`:\n${url}\n`);
  expect(text).toContain('60 minutes');
  expect(html.split(`href="${url}"`)).toHaveLength(3);
});

test('SRV-005, SRV-003: the mail of what became due tells a boat’s distance in nautical miles, hours as the reader counts them, and no day where a meter is past', () => {
  const item = { planName: 'Motor', kind: 'service', forecastOn: '2026-12-24', remainingKm: null, remainingHours: null } as const;
  const items = [
    { ...item, unitName: 'Havsörnen', isBoat: true, state: 'due-soon', remainingKm: 100, remainingHours: 12.5 },
    { ...item, unitName: 'Grävare 2', state: 'overdue', remainingHours: -3 },
    { ...item, unitName: 'Skåpbil 7', state: 'overdue' },
  ] as const;
  const told = (language: 'sv' | 'no' | 'en') =>
    renderMail({ template: 'service-due', params: { fullName: '', items }, language, subsiteId: 0 }, linkTo)
      .text.replaceAll('\u00a0', ' ')
      .split('\n')
      .filter((line) => line.includes('Motor'));
  expect(told('sv')).toEqual([
    'Havsörnen: snart dags för Motor. 54 nm kvar. 12,5 h kvar. Beräknat datum: 2026-12-24.',
    'Grävare 2: Motor är försenad. 3 h över gränsen.',
    'Skåpbil 7: Motor är försenad. Skulle ha gjorts senast 2026-12-24.',
  ]);
  expect(told('no')).toEqual([
    'Havsörnen: snart tid for Motor. 54 nm igjen. 12,5 t igjen. Beregnet dato: 2026-12-24.',
    'Grävare 2: Motor er forfalt. 3 t over grensen.',
    'Skåpbil 7: Motor er forfalt. Skulle vært gjort senest 2026-12-24.',
  ]);
  expect(told('en')[1]).toBe('Grävare 2: Motor is overdue. 3 h overdue.');
});

test('turned on and turned off are two texts', () => {
  const [on, off] = [true, false].map((enabled) =>
    renderMail({ template: 'two-factor-changed', params: { fullName: '', enabled }, language: 'no', subsiteId: 0 }, linkTo),
  );
  expect(on?.subject).not.toBe(off?.subject);
  expect(on?.text.startsWith('Hei,\n')).toBe(true);
});

test('12-A4: each change of a second step has a text of its own, which names a passkey', () => {
  const texts = (['app-added', 'app-removed', 'passkey-added', 'passkey-removed', 'codes-renewed'] as const).map((kind) => {
    const params = { fullName: '', change: { kind, name: 'Mobilen' } };
    const { text } = renderMail({ template: 'factor-changed', params, language: 'sv', subsiteId: 0 }, linkTo);
    expect(text.includes('Mobilen'), kind).toBe(kind.startsWith('passkey'));
    return text;
  });
  expect(new Set(texts).size).toBe(5);
});

test('SEC-010: what people call themselves is text in a mail, never markup, header or link', () => {
  const evil = '<img src=x onerror=a()>\r\nBcc: other@example.test "&\'';
  const { subject, html, text } = renderMail(
    { template: 'welcome', params: { fullName: evil, accountName: evil, imei: '' }, language: 'en', subsiteId: 0 },
    linkTo,
  );
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=a()&gt;');
  expect(subject).not.toContain('Bcc');
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).not.toContain('IMEI');
});

const contrast = (a: string, b: string): number => {
  const light = (colour: string): number => {
    const [r = 0, g = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = parseInt(colour.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [bright = 0, dark = 0] = [light(a), light(b)].toSorted((x, y) => y - x);
  return (bright + 0.05) / (dark + 0.05);
};

test('the button of every brand can be read: white on its accent, and its name on white', () => {
  for (const { mailAccent } of BRANDS) expect(contrast(mailAccent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test("links lead to the brand's own host, else to PUBLIC_URL, else to localhost, and never off it", () => {
  const link = (env: Record<string, string>, brandHosts: Record<string, number>, subsiteId: number, path = '/x?a=1') =>
    createLinkTo({ config: { ...readConfig(env), brandHosts }, port: () => 8085 })(subsiteId, path);
  const real = {
    DATABASE_API_URL: 'postgres://a/b',
    DATABASE_PIPELINE_URL: 'postgres://a/b',
    MAIL_MODE: 'none',
    PUBLIC_URL: 'https://spora.test:8443',
  };
  expect(link({}, {}, 0)).toBe('http://localhost:8085/x?a=1');
  expect(link({}, {}, 3)).toBe('http://localhost:8085/x?a=1&subsite=3');
  expect(link({}, { 'vagvis.localhost': 1 }, 1)).toBe('http://vagvis.localhost:8085/x?a=1');
  expect(link(real, { 'vagvis.test': 1 }, 1)).toBe('https://vagvis.test:8443/x?a=1');
  expect(link(real, { 'vagvis.test': 1 }, 2)).toBe('https://spora.test:8443/x?a=1');
  expect(link({ ...real, PUBLIC_URL: '' }, { 'vagvis.test': 1 }, 1)).toBe('https://vagvis.test/x?a=1');
  for (const path of ['//evil.test', '/\\evil.test', 'https://evil.test', 'x']) expect(() => link({}, {}, 0, path)).toThrow();
});

test('ALARM-033, 034, 039: an alarm says what happened, when by the alert clock, that it is late, and how often since', () => {
  const alarm = { ...PARAMS.alarm, isMember: true };
  const mail = renderMail({ template: 'alarm', params: alarm, language: 'sv', subsiteId: 0 }, linkTo);
  expect(mail.subject).toBe('Skåpbil 7, ABC 123: låg spänning, 3 gånger till (Spora)');
  for (const part of [
    '2026-11-20 23:04 (Europe/Stockholm)',
    'kom sent',
    '3 gånger till sedan',
    'Ingen har tagit hand om larmet',
    'Uppmätt 11,2 V, gräns 11,8 V',
    '/user/alerts',
  ])
    expect(mail.text).toContain(part);
  const subjectOf = (what: typeof alarm.what) =>
    renderMail({ template: 'alarm', params: { ...alarm, what, repeats: 0 }, language: 'sv', subsiteId: 0 }, linkTo).subject;
  const warm = { ...alarm.what, kind: 'temperature', subject: 'Frys' } as const;
  expect(subjectOf(warm), '0079').toMatch(/^Brådskar: Skåpbil 7, ABC 123: /);
  expect(subjectOf({ ...warm, isOver: true }), 'over, nothing is urgent').not.toContain('Brådskar');
  expect(subjectOf({ ...warm, hasEnded: true }), 'as the list says of it once it is cold again').not.toContain('Brådskar');
  expect(subjectOf({ ...alarm.what, kind: 'zone-entered', subject: 'Terminalen' })).toMatch(/^Skåpbil 7, ABC 123 har kommit /);
  expect(subjectOf({ ...alarm.what, kind: 'theft-mode', subject: '' }), 'one sentence').toBe(
    'Brådskar: Skåpbil 7, ABC 123 är i stöldläge (Spora)',
  );
  const dayOnly = {
    ...alarm,
    repeats: 0,
    place: '',
    what: { ...alarm.what, isDayOnly: true, isDelayed: false, value: null, limit: null },
  };
  const told = renderMail({ template: 'alarm', params: dayOnly, language: 'sv', subsiteId: 0 }, linkTo).text;
  expect(told).toContain('fredag 20 november');
  expect(told).not.toMatch(/\d\d:\d\d|Storgatan|Uppmätt/);
});

test('ALARM-039: whoever signs in is led to the alarm before anything else; a receiver without a sign-in stops alarms by a link of their own', () => {
  const theft = { ...PARAMS.alarm, repeats: 0, what: { ...PARAMS.alarm.what, kind: 'theft-mode', isDelayed: false } } as const;
  const told = (params: Partial<typeof PARAMS.alarm>) =>
    renderMail({ template: 'alarm', params: { ...theft, ...params }, language: 'sv', subsiteId: 0 }, linkTo);
  const user = told({ isMember: true });
  expect(user.text).toMatch(
    /är i stöldläge\s+Se larmet och var enheten är nu:\s+https:\S+alarm=\d+\s[\s\S]*2026-11-20 23:04[\s\S]*Storgatan 1/,
  );
  expect(user.oneClickUrl, 'who signs in has a page').toBeUndefined();
  const outside = told({ path: '/user/alerts#t0ken' });
  expect(outside.text).toMatch(
    /för att Östs Åkeri har valt dig som larmmottagare[\s\S]*Stoppa larmen till dig:\nhttps:\S+\/user\/alerts#t0ken\n/,
  );
  expect(outside.html).toMatch(/<a href="https:[^"]+\/user\/alerts#t0ken"[^>]*>Stoppa larmen till dig<\/a>/);
  expect(outside.oneClickUrl).toMatch(/^https:.+\/api\/alertInfo\/receiver\/t0ken$/);
  // Of what has left the token is gone.
  expect(told({}).text).not.toMatch(/\/user\/|Stoppa larmen/);
});

test('ALARM-039: a receiver without a sign-in is led to where it was before anything else, by a button that is gone from what has left', () => {
  const told = (mapPath: string | null, language: Language = 'sv') =>
    renderMail({ template: 'alarm', params: { ...PARAMS.alarm, repeats: 0, mapPath }, language, subsiteId: 0 }, linkTo);
  const { text, html } = told('/shared/alarm#t0ken');
  expect(text).toMatch(
    /låg spänning\s+Se på kartan var det hände:\s+https:\S+\/shared\/alarm#t0ken\s[\s\S]*Storgatan 1[\s\S]*inte var den är nu\. Länken fungerar i fyra veckor\./,
  );
  expect(html).toMatch(/<a class="button" href="https:[^"]+\/shared\/alarm#t0ken"[^>]*>Se på kartan var det hände<\/a>/);
  expect(told(null).text).not.toMatch(/kartan/i);
  expect(SECRET_PARAMS).toContain('mapPath');
  expect(told('/shared/alarm#x', 'no').text).toContain('Se på kartet hvor det skjedde');
  expect(told('/shared/alarm#x', 'en').text).toContain('See on a map where it happened');
});

test('BOOK-050: the letter of a row of weeks names the days of the others, by the clock of the account', () => {
  const more = ['2026-11-27T23:30:00.000Z', '2026-12-04T23:30:00.000Z'];
  const params = { ...PARAMS.booking, booking: { ...PARAMS.booking.booking, news: 'deleted' as const, more } };
  const { text } = renderMail({ template: 'booking', params, language: 'sv', subsiteId: 0 }, linkTo);
  expect(text).toContain('Det gäller också lör 2026-11-28, lör 2026-12-05.');
});

test('BOOK-043: the letter of a booking says its weekday, what it is for, what it was before and which of its row stay', () => {
  const told = (over: Partial<MailTemplates['booking']['booking']>, language: Language = 'sv') => {
    const params = {
      ...PARAMS.booking,
      reason: '',
      booking: { ...PARAMS.booking.booking, purpose: 'Kylkörning Örebro', ...over },
    };
    return renderMail({ template: 'booking', params, language, subsiteId: 0 }, linkTo).text;
  };
  const was = {
    from: '2026-11-19T08:00:00.000Z',
    to: '2026-11-20T09:30:00.000Z',
    unitName: 'Skåpbil 9',
    purpose: 'Kylkörning Örebro',
  };
  const changed = told({ news: 'changed', was });
  expect(changed).toContain('Den gäller nu fre 2026-11-20 09:00 till 11:00.');
  expect(changed).toContain('Tidigare gällde den Skåpbil 9, tors 2026-11-19 09:00 till fre 2026-11-20 10:30.');
  expect(changed).toContain('Ärende: Kylkörning Örebro\n');
  const renamed = told({
    news: 'changed',
    was: { ...PARAMS.booking.booking, unitName: PARAMS.booking.unitName, purpose: 'Test' },
  });
  expect(renamed).not.toContain('Tidigare gällde');
  expect(renamed).toContain('Ärende: Kylkörning Örebro (tidigare Test)');
  const stays = ['2026-11-27T08:00:00.000Z', '2026-12-04T08:00:00.000Z'];
  expect(told({ news: 'deleted', stays })).toContain('Dina andra bokningar i raden finns kvar: fre 2026-11-27, fre 2026-12-04.');
  expect(told({ news: 'ends' })).toContain('till fre 2026-11-20 11:00.');
  expect(told({ news: 'changed', was }, 'no')).toContain(
    'Tidligere gjaldt den Skåpbil 9, tor 2026-11-19 09:00 til fre 2026-11-20 10:30.',
  );
  expect(told({ news: 'changed', was }, 'en')).toContain(
    'Before, it was for Skåpbil 9, Thu 2026-11-19 09:00 to Fri 2026-11-20 10:30.',
  );
});
