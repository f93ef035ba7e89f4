import { AUDIT_ACTIONS, type AuditAction } from '@spora/contract/accounts/audit-actions';
import { AUDIT_DETAILS } from '@spora/contract/accounts/audit-details';
import { updateCompany } from '@spora/contract/accounts/endpoints';
import { setOptions } from '@spora/contract/accounts/settings';
import { RATE_KINDS, RATE_SUBJECTS, REMINDER_MATTERS } from '@spora/contract/accounts/values';
import { LIST_FILES } from '@spora/contract/exports/values';
import { savePlan } from '@spora/contract/maintenance/endpoints';
import { REPORT_IDS } from '@spora/contract/reports/tables';
import { BULK_FIELDS, unitEdit } from '@spora/contract/units/endpoints';
import { updateUser } from '@spora/contract/users/endpoints';
import { en } from '@spora/messages/en';
import { createFormat } from '@spora/messages/format';
import { no } from '@spora/messages/no';
import { sv } from '@spora/messages/sv';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { changeTexts } from './audit-changes.ts';
import { auditFile } from './audit-file.ts';
import { detailsText } from './audit-details.ts';
import { type AuditRow } from './audit-model.ts';
import { actionText, sentence } from './audit-sentence.ts';
import { row } from './testing-audit.tsx';

const LANGUAGES_READ = [
  ['en', en],
  ['sv', sv],
  ['no', no],
] as const;

test.each(LANGUAGES_READ)(
  '13-B5, ADM-018: every kind of act is a sentence in %s, and no name of a program stands in it',
  (language, texts) => {
    const t = createTranslate(language, texts);
    for (const action of AUDIT_ACTIONS) {
      expect(actionText(action, t)).not.toBe(action);
      for (const actor_kind of ['member', 'stranger', 'support', 'system'] as const)
        for (const subject of ['Kranbil 7', '']) {
          const told = sentence({ action, actor: 'Anna', actor_kind, subject, details: {}, changes: [] }, t);
          expect(told).toMatch(/^\p{Lu}.*\p{L}/u);
          expect(told).not.toMatch(/[{}_]|\s$|\s{2}|undefined/u);
          expect(told).not.toContain(action.includes('-') ? action : '\0');
        }
    }
  },
);

test.each(LANGUAGES_READ)(
  '13-B5: every particular is told in %s by words, also one that no program of today writes',
  (language, texts) => {
    const t = createTranslate(language, texts);
    const format = createFormat(language, 'Europe/Stockholm');
    const odd = [];
    for (const action of [
      'unit-changed',
      'refuelling-changed',
      'object-described',
      'io-changed',
      'sign-in-refused',
      'user-changed',
    ])
      for (const name of AUDIT_DETAILS)
        for (const value of [true, 1, 'some_thing', 'a_b, c_d', 'output-2', 'email', '2026-11-02']) {
          const told = detailsText(
            { action, actor: 'Anna', subject: '', details: { [name]: value }, changes: [] },
            { t, format },
          );
          if (told.includes(`${name}: `) || /[{}_]|undefined/u.test(told.replace(String(value), ''))) odd.push(told);
        }
    expect(odd).toEqual([]);
    expect(
      detailsText({ action: 'signed-in', actor: '', subject: '', details: { wholly_new: 'x' }, changes: [] }, { t, format }),
    ).toBe('');
  },
);

test.each(LANGUAGES_READ)(
  '1: a report, a price and a matter are told in %s by their names, never by their keys',
  (language, texts) => {
    const t = createTranslate(language, texts);
    const keys: readonly (readonly [action: AuditAction, subjects: readonly string[]])[] = [
      ['report-exported', [...REPORT_IDS, 'report-of-tomorrow']],
      ['list-exported', [...LIST_FILES, 'list-of-tomorrow']],
      ['reminders-sent', REMINDER_MATTERS],
      ['rate-set', RATE_KINDS.flatMap((kind) => RATE_SUBJECTS.map((of) => `${kind} ${of}`))],
    ];
    for (const [action, subjects] of keys) {
      const told = subjects.map((subject) =>
        sentence({ action, actor: 'Anna', actor_kind: 'member', subject, details: {}, changes: [] }, t),
      );
      expect(new Set(told).size, 'each by a name of its own').toBe(subjects.length);
      for (const [at, text] of told.entries())
        expect(text).not.toBe(t(`AuditSays_${action}`, { who: 'Anna', what: subjects[at] ?? '' }));
    }
  },
);

test('1: an exported report is called as in the menu', () => {
  const exported = { action: 'report-exported', actor: 'Maja Ek', actor_kind: 'member' as const, details: {}, changes: [] };
  const told = (subject: string) => sentence({ ...exported, subject }, createTranslate('sv', sv));
  expect(told('benefit-value')).toBe('Maja Ek exporterade rapporten Förmånsvärde');
  expect(told('congestion')).toBe('Maja Ek exporterade rapporten Vägavgifter');
});

test('5a: who becomes an administrator, or one no longer, is the sentence itself', () => {
  const t = createTranslate('sv', sv);
  const told = (before: boolean, after: boolean) => {
    const changes = [{ field: 'is_admin', before, after }];
    return sentence({ ...row(5), actor: 'Maja Ek', action: 'user-changed', subject: 'Elin Tallvret', details: {}, changes }, t);
  };
  expect(told(false, true)).toBe('Maja Ek gjorde Elin Tallvret till administratör');
  expect(told(true, false)).toBe('Maja Ek gjorde Elin Tallvret till vanlig användare');
});

test('5: a password of one’s own is said once, what was filled up by its fuel, and an object by what it was', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const own = { actor: 'Lars Ek', actor_kind: 'member' as const, subject: 'Lars Ek', details: {}, changes: [] };
  expect(sentence({ ...own, action: 'password-reset' }, t)).toBe('Lars Ek valde lösenord via en länk');
  expect(sentence({ ...own, action: 'password-changed' }, t)).toBe('Lars Ek bytte sitt lösenord');
  expect(sentence({ ...own, action: 'password-changed', subject: 'Bo' }, t)).toBe('Lars Ek bytte lösenord för Bo');
  const filled = (action: string, fuel_type: string) =>
    sentence({ ...own, action, subject: 'Bil 4', details: { fuel_type, filled: 24 } }, t);
  expect(filled('refuelling-added', 'diesel')).toBe('Lars Ek lade till en tankning av Bil 4');
  expect(filled('refuelling-removed', 'electric')).toBe('Lars Ek tog bort en laddning av Bil 4');
  const changes = [{ field: 'model', before: null, after: '600' }];
  expect(changeTexts({ action: 'object-described', details: { fields: 'model' }, changes }, words)).toEqual([
    'Modell: 600 (tidigare:\u00a0–)',
  ]);
  const typed = [{ field: 'type', before: 'crane', after: 'excavator' }];
  expect(changeTexts({ action: 'object-described', details: { fields: 'type' }, changes: typed }, words)).toEqual([
    'Typ: Grävmaskin (tidigare:\u00a0Kran)',
  ]);
});

test('5: what a period was attested with is told as the attest page tells it', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm') };
  const row = { action: 'log-attested', actor: 'Maja', subject: 'Bil 4', changes: [] };
  expect(detailsText({ ...row, details: { trips: 41, purpose_missing: 1, without_user: true } }, words)).toBe(
    'Attesterad med 1 tjänsteresa utan ärende. 41 resor. Föraren hade inte attesterat själv',
  );
});

test('13-B5: what a fleet manager reads most is told as somebody would say it', () => {
  const t = createTranslate('sv', sv);
  const format = createFormat('sv', 'Europe/Stockholm');
  const told = (action: string, subject: string, details: AuditRow['details']) => {
    const each = { action, actor: 'Maja Ek', actor_kind: 'member' as const, subject, details, changes: [] };
    return [sentence(each, t), detailsText(each, { t, format })];
  };
  expect(
    told('log-attested', 'Bil 4', { from: '2026-10-01', to: '2026-10-31', user: 'Jonas Berg', level: 'user', trips: 41 }),
  ).toEqual([
    'Maja Ek attesterade körjournalen för Bil 4',
    '2026-10-01 till 2026-10-31. Som förare. 41 resor. Förare: Jonas Berg',
  ]);
  expect(told('log-attested', 'Bil 4', { from: '2026-10-01', to: '2026-10-31', user: 18 })[1]).toBe(
    '2026-10-01 till 2026-10-31. Förare: Tidigare användare',
  );
  expect(told('group-created', 'Bygg', { kind: 'tags' })).toEqual(['Maja Ek lade till taggen Bygg', '']);
  expect(told('rate-set', 'fuel diesel', { amount: 18.9, currency: 'SEK', valid_from: '2026-11-01', before: 19.2 })).toEqual([
    'Maja Ek angav ett drivmedelspris (Diesel)',
    'Belopp: 18,90\u00a0SEK. Tidigare: 19,20\u00a0SEK. Gäller från: 2026-11-01',
  ]);
  expect(told('unit-changed', '', { fields: 'tags', count: 12 })).toEqual(['Maja Ek ändrade 12 enheter', 'Ändrat: Taggar']);
  expect(told('session-ended', '', { count: 1, member: 'Maja Ek' })).toEqual(['Maja Ek loggade ut sina andra webbläsare', '']);
});

test('13-B5: whatever an administrator can change of a user, the company or a unit has a word in the log', () => {
  const t = createTranslate('en', en);
  const format = createFormat('en', 'Europe/Stockholm');
  const shapes = {
    'user-changed': Object.keys(updateUser.body.shape),
    'company-changed': Object.keys(updateCompany.body.shape),
    'unit-changed': [...Object.keys(unitEdit.shape), ...BULK_FIELDS],
  };
  for (const [action, fields] of Object.entries(shapes))
    for (const field of fields.filter((each) => each !== 'was' && each !== 'is_disabled'))
      expect(
        `${field}: ${detailsText({ action, actor: '', subject: '', details: { fields: field }, changes: [] }, { t, format })}`,
      ).not.toContain('other');
});

test('13-B5: how many units a zone has is told as units, and the time of a booking by the clock of the account', () => {
  const t = createTranslate('en', en);
  const format = createFormat('en', 'Europe/Stockholm');
  const told = (action: string, details: AuditRow['details']) =>
    detailsText({ action, actor: '', subject: '', details, changes: [] }, { t, format });
  expect(told('zone-saved', { units: 1, active: true })).toBe('In use: Yes. 1 unit');
  expect(told('booking-made', { from: '2026-11-27T08:00:00Z', to: '2026-11-27T11:00:00Z' })).toBe(
    '2026-11-27 09:00 to 2026-11-27 12:00',
  );
});

test('7: what a changed booking was and what it is now stand apart, and its new time never reads as the earlier one', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const at = (from: string, to: string) => `2026-11-28T${from}:00.000Z/2026-11-28T${to}:00.000Z`;
  const details = { before: '109 Taxi natt', from: '2026-11-28T16:00:00Z', to: '2026-11-28T17:30:00Z' };
  const changes = [
    { field: 'vehicle', before: '109 Taxi natt', after: '106 Budbil City' },
    { field: 'time', before: at('12:00', '15:00'), after: at('16:00', '17:30') },
    { field: 'user', before: 'Jonas', after: 'Maja' },
    { field: 'purpose', before: 'Leverans', after: 'Kund' },
  ];
  const row = {
    action: 'booking-changed',
    actor: 'Jonas',
    subject: '106 Budbil City',
    details: { ...details, fields: 'vehicle, time' },
  };
  expect(changeTexts({ ...row, changes }, words)).toEqual([
    'Fordon: 106 Budbil City (tidigare:\u00a0109 Taxi natt)',
    'Tid: 2026-11-28 17:00–18:30 (tidigare:\u00a02026-11-28 13:00–16:00)',
    'Förare: Maja (tidigare:\u00a0Jonas)',
    'Ärende: Kund (tidigare:\u00a0Leverans)',
  ]);
  expect(detailsText({ ...row, changes }, words)).toBe('');
  // As it was written down before changes were.
  expect(detailsText({ ...row, details, changes: [] }, words)).toBe(
    'Fordonet före ändringen: 109 Taxi natt. Tid: 2026-11-28 17:00 till 2026-11-28 18:30',
  );
});

test('7: a zone and a plan that were added or removed tell what they are, and a zone that was changed is told apart', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const zone = { actor: 'Maja', actor_kind: 'member' as const, subject: 'Nacka' };
  const made = {
    ...zone,
    action: 'zone-saved',
    details: { units: '101, 104' },
    changes: [{ field: 'radius_m', before: null, after: 450 }],
  };
  expect([sentence(made, t), ...changeTexts(made, words), detailsText(made, words)]).toEqual([
    'Maja lade till zonen Nacka',
    'Radie: 450\u00a0m',
    '101, 104',
  ]);
  const changed = { ...made, details: { fields: 'radius_m' }, changes: [{ field: 'radius_m', before: 300, after: 450 }] };
  expect([sentence(changed, t), ...changeTexts(changed, words)]).toEqual([
    'Maja ändrade zonen Nacka',
    'Radie: 450\u00a0m (tidigare:\u00a0300\u00a0m)',
  ]);
  const removed = { ...made, action: 'zone-removed', changes: [{ field: 'zone_alarm', before: 'leave', after: null }] };
  expect(changeTexts(removed, words)[0]).not.toMatch(/tidigare|–/);
  const receiver = { ...made, action: 'alarm-receiver-added', details: {}, subject: 'Jouren' };
  const given = { field: 'email', before: null, after: 'jour@firma.example' };
  expect(changeTexts({ ...receiver, changes: [given] }, words)).toEqual(['E-postadress: jour@firma.example']);
  const plan = { ...made, action: 'service-plan-added', changes: [{ field: 'interval_km', before: null, after: 15_000 }] };
  expect(changeTexts(plan, words)[0]).toMatch(/^Återkommer efter: 15.000.km$/);
});

test('12: when a unit is to be home is told by weekdays and times, before and after', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const told = (before: string, after: string) =>
    changeTexts(
      { action: 'safe-home-changed', details: { fields: 'schedule' }, changes: [{ field: 'schedule', before, after }] },
      words,
    );
  expect(told('1.1 18:00', '1.0 18:00, 1.1 18:00, 1.5 20:00')).toEqual([
    'Ska vara hemma: mån, sön 18:00; fre 20:00 (tidigare:\u00a0mån 18:00)',
  ]);
  expect(told('1.1 18:00', '1.1 18:00, 2.2 18:00')).toEqual([
    'Ska vara hemma: Vecka 1: mån 18:00. Vecka 2: tis 18:00 (tidigare:\u00a0mån 18:00)',
  ]);
});

test('7: of rights and of units only the difference is told, of a check-in who it was of and whom it took over from, and hours have their unit', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const rights = [{ field: 'rights', before: 'edit-places', after: 'edit-places, edit-all-bookings' }];
  const user = { action: 'user-changed', details: { fields: 'rights' }, changes: rights };
  expect(changeTexts(user, words)).toEqual(['Behörigheter som gavs: Ändra andras bokningar']);
  const taken = rights.map(({ before, after, ...of }) => ({ ...of, before: after, after: before }));
  expect(changeTexts({ ...user, changes: taken }, words)).toEqual(['Behörigheter som togs bort: Ändra andras bokningar']);
  const units = { action: 'alarm-receiver-units', details: { count: 3, fields: 'units' } };
  expect(changeTexts({ ...units, changes: [{ field: 'units', before: '104, 106', after: null }] }, words)).toEqual([
    'Enheter som togs bort: 104, 106',
  ]);
  const zone = { action: 'zone-saved', details: { fields: 'units' } };
  expect(changeTexts({ ...zone, changes: [{ field: 'units', before: '101, 102', after: '102, 103' }] }, words)).toEqual([
    'Enheter som lades till: 103',
    'Enheter som togs bort: 101',
  ]);
  const checked = { action: 'driver-checked-in', actor: 'Jonas', actor_kind: 'member' as const, subject: '106', changes: [] };
  const details = { driver: 'Jonas', source: 'member', before: 'Oskar' };
  expect(sentence({ ...checked, details }, t)).toBe('Jonas checkade in i 106');
  expect(detailsText({ ...checked, details }, words)).toBe('Tog över efter Oskar. I appen');
  expect(sentence({ ...checked, details: { driver: 'Bo' } }, t)).toBe('Jonas checkade in Bo i 106');
  expect(sentence({ ...checked, action: 'driver-checked-out', details }, t)).toBe('Jonas checkade ut ur 106');
  const theft = { ...checked, action: 'theft-mode-started', details: { hours: 24 } };
  expect(detailsText(theft, words)).toMatch(/: 24 timmar$/);
  const given = { ...checked, action: 'access-given', details: { count: 1, units: '102 Servicebil' } };
  expect(detailsText(given, words)).toBe('102 Servicebil');
});

test('4: an act that switches something says whether it turned it on or off, once', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const told = (action: string, more: Partial<Pick<AuditRow, 'details' | 'changes'>>) => {
    const each = { action, actor: 'Maja', actor_kind: 'member' as const, subject: 'Jouren', details: {}, changes: [], ...more };
    return [sentence(each, t), ...changeTexts(each, words), detailsText(each, words)];
  };
  const isOff = [{ field: 'function_alarm', before: true, after: false }];
  expect(told('alarm-receiver-switched', { details: { fields: 'function_alarm' }, changes: isOff })).toEqual([
    'Maja slog av funktionslarm för mottagaren Jouren',
    '',
  ]);
  // As it was written down before changes were.
  expect(told('alarm-receiver-switched', { details: { security_alarm: true } })).toEqual([
    'Maja slog på säkerhetslarm för mottagaren Jouren',
    '',
  ]);
  expect(told('bluetooth-switched', { details: { state: 'off' } })).toEqual(['Maja slog av Bluetooth i Jouren', '']);
  expect(told('active-tracking', { details: { state: 'on' } })).toEqual(['Maja började spåra Jouren aktivt', '']);
  expect(told('output-switched', { details: { output: 'DOUT1', state: 'on', reason: 'Stulen' } })).toEqual([
    'Maja slog på Utgång 1 i Jouren',
    'Anledning: Stulen',
  ]);
});

test('5: a new plan tells in one line what it goes by and when it warns, and nothing of what it does not go by', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const added = (fields: Readonly<Record<string, number>>) =>
    changeTexts(
      {
        action: 'service-plan-added',
        details: { plan: 'inspection' },
        changes: Object.entries(fields).map(([field, after]) => ({ field, before: null, after })),
      },
      words,
    ).map((text) => text.replaceAll(/\s/g, ' '));
  const warns = { warn_km: 1000, warn_hours: 25, warn_days: 30 };
  expect(added({ interval_months: 14, ...warns })).toEqual(['Återkommer efter: 14 månader. Varna i förväg: 30 dagar']);
  expect(added({ interval_km: 15_000, interval_months: 12, ...warns })).toEqual([
    'Återkommer efter: 15 000 km, 12 månader. Varna i förväg: 1 000 km, 30 dagar',
  ]);
});

test('4: rules of booking, car benefit and eco-driving tell what they were and what they became', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: String };
  const told = (action: string, changes: AuditRow['changes']) =>
    changeTexts({ action, details: { fields: 'x' }, changes }, words).map((text) => text.replaceAll(/\s/g, ' '));
  expect(
    told('booking-settings-changed', [
      { field: 'needs_approval', before: false, after: true },
      { field: 'user', before: null, after: 'Maja' },
      { field: 'remind_before_end_min', before: 15, after: 0 },
    ]),
  ).toEqual([
    'Bokningar ska godkännas: Ja (tidigare: Nej)',
    'Godkänns av: Maja (tidigare: Alla administratörer)',
    'Påminn före slutet: Nej (tidigare: 15 minuter före)',
  ]);
  expect(told('car-benefit-set', [{ field: 'benefit_factor', before: 1.2, after: 1.1 }])).toEqual([
    'Faktor: 1,10 (tidigare: 1,20)',
  ]);
  expect(
    told('eco-settings-changed', [
      { field: 'car.braking', before: 2.7, after: 3 },
      { field: 'idle_after_s', before: 180, after: 240 },
      { field: 'value_units.A', before: 'g', after: 'ms2' },
    ]),
  ).toEqual([
    'Personbilar, Hård inbromsning: 3,0 m/s² (tidigare: 2,7 m/s²)',
    'Stillastående med motorn på räknas som tomgång efter: 240 s (tidigare: 180 s)',
    'FMB, FMC, FMM: m/s² (tidigare: g)',
  ]);
});

test('13-B5: a count of none is not told', () => {
  const t = createTranslate('en', en);
  const format = createFormat('en', 'Europe/Stockholm');
  const told = (details: AuditRow['details']) =>
    detailsText({ action: 'log-attested', actor: '', subject: 'Bil 4', details, changes: [] }, { t, format });
  expect(told({ trips: 0, changed_trips: 0, count: 0, recipients: 0 })).toBe('');
  expect(told({ trips: 2 })).toBe('2 trips');
});

test('ADM-018: a sensor tells what it was and what it became, a link until when and whereto, and who was signed out by whom', () => {
  const t = createTranslate('sv', sv);
  const words = { t, format: createFormat('sv', 'Europe/Stockholm'), typeText: (type: string) => type };
  const [sensor, link, out, own] = [
    row(4, {
      action: 'sensor-changed',
      subject: 'Kyl',
      details: { fields: 'temperature_high_c, realarm_hours' },
      changes: [
        { field: 'temperature_high_c', before: 8, after: 7.5 },
        { field: 'realarm_hours', before: null, after: 24 },
      ],
    }),
    row(3, {
      action: 'share-made',
      subject: 'Bil 7',
      details: { until: '2026-11-02T11:30:00Z', title: 'Leverans', destination: 'Sickla', with_trail: true },
    }),
    row(2, { action: 'session-ended', subject: '', details: { count: 1, member: 'Tilda Brogård' } }),
    row(1, { action: 'session-ended', subject: '', details: { count: 2, member: 'Anna Lindqvist' } }),
  ].map((each) =>
    [sentence(each, t), ...changeTexts(each, words), detailsText(each, words)]
      .filter(Boolean)
      .map((text) => text.replaceAll('\u00a0', ' ')),
  );
  expect(sensor).toEqual([
    'Anna Lindqvist ändrade sensorn Kyl',
    'Högsta temperatur (°C): 7,5 (tidigare: 8,0)',
    'Larma igen medan det pågår: Efter 24 timmar (tidigare: Nej, en gång räcker)',
  ]);
  expect(link).toEqual([
    'Anna Lindqvist skapade en länk som visar var Bil 7 är',
    'Mål: Sickla. Rubrik: Leverans. Gäller till: 2026-11-02 12:30. Vägen visas',
  ]);
  expect(out).toEqual(['Tilda Brogård loggades ut överallt av Anna Lindqvist']);
  expect(own).toEqual(['Anna Lindqvist loggade ut sina andra webbläsare']);
});

test('ADM-018: whatever a line tells of a change has a word, and no value a name of a program', () => {
  const t = createTranslate('en', en);
  const words = { t, format: createFormat('en', 'Europe/Stockholm'), typeText: String };
  const fields = {
    'zone-saved': ['name', 'position', 'radius_m', 'active', 'zone_alarm', 'theft_mode_on_leave', 'inactive', 'units'],
    'service-plan-changed': Object.keys(savePlan.body.shape).filter((each) => !['id', 'was', 'confirmed'].includes(each)),
    'options-changed': Object.keys(setOptions.body.shape).filter((each) => each !== 'was'),
    'refuelling-changed': ['at', 'fuel_type', 'amount', 'price', 'currency', 'odometer_m', 'station', 'note'],
    'alarm-receiver-changed': ['name', 'email', 'phone', 'push', 'security_alarm', 'quiet_hours', 'escalation', 'user'],
  };
  for (const [action, names] of Object.entries(fields))
    for (const field of names)
      expect(
        `${field}: ${changeTexts({ action, details: {}, changes: [{ field, before: null, after: true }] }, words)[0]}`,
      ).not.toMatch(/: other|undefined/);
});

test('ADM-018: the file tells people what the page tells, in their language and time, with a column for before and after', () => {
  const machine = [
    'time_utc,actor,actor_kind,action,subject,details',
    '2026-11-28T05:43:00.000Z,Maja Ek,member,zone-saved,"Depå, Väst","{""fields"":""radius_m, active"",""changes"":[{""field"":""radius_m"",""before"":300,""after"":450},{""field"":""active"",""before"":null,""after"":true}]}"',
    `2026-11-28T05:42:00.000Z,"'=A1 ""x""",member,user-changed,Bo,"{""fields"":""rights"",""changes"":[{""field"":""rights"",""before"":""edit-places"",""after"":""edit-places, edit-all-bookings""}]}"`,
    '2026-11-28T05:41:00.000Z,,stranger,sign-in-refused,Bo,"{""reason"":""password""}"',
    '',
  ].join('\r\n');
  const told = (language: 'sv' | 'en') => {
    const [, catalogue] = LANGUAGES_READ.find(([each]) => each === language)!;
    const t = createTranslate(language, catalogue);
    const file = auditFile(machine, { t, format: createFormat(language, 'Europe/Stockholm'), typeText: String });
    return file.replaceAll('\u00a0', ' ').split('\r\n');
  };
  expect(told('sv')).toEqual([
    'Tid;Vem;Vad som hände;Fält;Före;Efter;Mer',
    '2026-11-28 06:43;Maja Ek;"Maja Ek ändrade zonen Depå, Väst";Radie;300 m;450 m;',
    '2026-11-28 06:43;Maja Ek;"Maja Ek ändrade zonen Depå, Väst";Används;;Ja;',
    `2026-11-28 06:42;"'=A1 ""x""";"'=A1 ""x"" ändrade användaren Bo";Behörigheter;Ändra platser och zoner för sina enheter;"Ändra andras bokningar, Ändra platser och zoner för sina enheter";`,
    expect.stringMatching(/^2026-11-28 06:41;[^;]+;[^;]+ Bo [^;]+;;;;Anledning: fel lösenord$/),
    '',
  ]);
  expect(told('en')[0]).toBe('Time,Who,What happened,Field,Before,After,More');
});

test('ADM-018: of a toll it is told what was said of it, of a service when, at which reading and for how much it was done', () => {
  const t = createTranslate('en', en);
  const words = { t, format: createFormat('en', 'Europe/Stockholm') };
  const toll = (kind?: string) => {
    const of = { action: 'toll-corrected', actor: 'Maja Ek', actor_kind: 'member', subject: '101' } as const;
    return sentence({ ...row(1), ...of, details: kind === undefined ? {} : { kind }, changes: [] }, t);
  };
  expect([toll('added'), toll('not-passed'), toll()]).toEqual([
    'Maja Ek added a toll passage of 101',
    'Maja Ek said that 101 did not pass a toll station',
    'Maja Ek corrected a toll passage of 101',
  ]);
  const details = { plan: 'service', day: '2026-11-29', odometer_km: 48_598, amount: 4321.5, currency: 'SEK' };
  const told = detailsText({ ...row(1), action: 'service-done', actor: 'Maja Ek', subject: '101', details, changes: [] }, words);
  expect(told.replaceAll(/\s/g, ' ')).toContain('Odometer: 48 598 km');
  expect(told.replaceAll(/\s/g, ' ')).toContain('Amount: 4 321.50 SEK');
});
