import type { Alarm } from '@spora/contract/alarms/centre';
import { ARMED_PLACE } from '@spora/contract/alarms/kinds';
import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { FakeAnswers } from '../../../lib/testing.tsx';
import { hasUnsaved } from '../../../lib/unsaved.ts';
import { alarmOf, MORE, open, sentTo, TOWED, UNIT, withCleanScreen } from './testing.tsx';

withCleanScreen();

test('0079: a lorry that arrived is offered no theft mode, one that was taken is', async () => {
  const arrived = alarmOf({ id: 4, kind: 'zone-entered', class: 'security', subject: 'Terminalen', value: null, limit: null });
  await open([arrived, TOWED], { first: { alarm: 4 } });
  await screen.findByRole('dialog', { name: 'Skåpbil' });
  expect(screen.queryByRole('region', { name: 'Om det är stöld' })).toBeNull();
  cleanup();
  await open([TOWED], { first: { alarm: 2 } });
  await screen.findByRole('dialog', { name: 'Skåpbil' });
  expect(await screen.findByRole('region', { name: 'Om det är stöld' })).toBeDefined();
});

test('ALARM-035: the one that is opened says all that is told of it, leads to where the unit is now, and takes a note', async () => {
  const send = await open([TOWED]);
  await userEvent.click(await screen.findByRole('button', { name: /Skåpbil: Flyttad/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect(sheet.getByRole('link', { name: 'Var är den nu?' }).getAttribute('href')).toContain(`unit=${UNIT.imei}`);
  await userEvent.type(sheet.getByLabelText('Anteckning'), 'Bärgad till verkstaden');
  await userEvent.click(sheet.getByRole('button', { name: 'Klarmarkera' }));
  await waitFor(() =>
    expect(sentTo(send, 'alarms.set-state').map(({ body }) => body)).toEqual([
      { ids: [2], state: 'handled', note: 'Bärgad till verkstaden' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('NAV-039: a note half written is not closed by Escape without a question; what is only looked at is', async () => {
  await open([TOWED], { first: { alarm: 2 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  await userEvent.type(await sheet.findByLabelText('Anteckning'), 'Bärgad');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(hasUnsaved()).toBe(true));
  expect(sheet.getByLabelText<HTMLTextAreaElement>('Anteckning').value).toBe('Bärgad');
  await userEvent.clear(sheet.getByLabelText('Anteckning'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('ALARM-035: a refusal says why, and what was written stays', async () => {
  const answers = {
    'alarms.set-state': () => {
      throw new ApiError(404, 'AlarmNotFound');
    },
  };
  await open([TOWED], { answers, first: { alarm: 2 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  const note = await sheet.findByLabelText<HTMLTextAreaElement>('Anteckning');
  await userEvent.type(note, 'Ringt');
  await userEvent.click(sheet.getByRole('button', { name: 'Sett' }));
  expect(await sheet.findByText(/Larmet hittades inte/)).toBeDefined();
  expect(note.value).toBe('Ringt');
});

test('SAFE-029: a missed safe home of which nobody knew where says so in its row and when it is opened', async () => {
  const lost = alarmOf({
    kind: 'safe-home-missed',
    class: 'security',
    lat: null,
    lng: null,
    place: null,
    is_position_unknown: true,
  });
  await open([lost]);
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('Okänd position');
  await userEvent.click(within(row).getByRole('button', { name: /Skåpbil/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Okänd position')).previousSibling?.textContent).toBe('Var');
});

test('TRIP-032: of private use the day stands there, and that no more is told', async () => {
  const dayOnly = { is_day_only: true, at: '2026-11-19T23:00:00Z', ended_at: null, lat: null, lng: null, place: null };
  await open([alarmOf({ ...dayOnly, value: null, limit: null })], { first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect(await sheet.findByText('Under privat körning: varken tid eller plats visas.')).toBeDefined();
  expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['2026-11-20']);
  expect(sheet.queryByLabelText('Här gick larmet')).toBeNull();
});

test('MAP-004: of a unit that was hidden from administrators it says why no place stands there', async () => {
  await open([alarmOf({ is_place_hidden: true, lat: null, lng: null, place: null })], { first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect(await sheet.findByText('Enheten var dold för administratörer då, så platsen visas inte.')).toBeDefined();
  expect(sheet.queryByLabelText('Här gick larmet')).toBeNull();
});

test('14-2: the alarm that is opened says in words when, where and how much, and whom to ring', async () => {
  await open([alarmOf()], { first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByRole('link', { name: 'Ring Dan Driver' })).getAttribute('href')).toBe('tel:+46701234567');
  const [terms, definitions] = [sheet.getAllByRole('term'), sheet.getAllByRole('definition')];
  expect(terms.map((term, i) => [term.textContent, definitions[i]!.textContent])).toEqual([
    ['När', '2026-11-20 21:04'],
    ['Hur länge', expect.stringMatching(/^Varade 5.min, från 2026-11-20.21:04 till 21:09$/)],
    ['Var', 'Storgatan 1, Solna'],
    ['Uppmätt', expect.stringMatching(/^121.km\/h, gräns 110.km\/h$/)],
  ]);
});

test('36: an alarm that goes on says since when and for how long, what the sensor reads now and where its curve is', async () => {
  // Lengths count the minutes of the clock: none is to begin while this is looked at.
  vi.useFakeTimers({ toFake: ['Date'] });
  const begin = new Date(Date.now() - 72 * 60_000);
  const warm = alarmOf({ kind: 'temperature', subject: 'Frys', at: begin.toISOString(), ended_at: null, value: 14.6, limit: 10 });
  const value = { at: new Date().toISOString(), temperature_c: 13.9, humidity_pct: null };
  const answers: FakeAnswers = {
    'alarms.get': () => ({ ...warm, ...MORE, sensor_id: 4, driver: 'Oskar Rimmerfeldt' }),
    'sensors.list': () =>
      ({ sensors: [{ id: 4, name: 'Frys', value }], can: { add: false } }) as unknown as DataOf<'sensors.list'>,
  };
  await open([warm], { answers, first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  const fact = async (term: string) => (await sheet.findByText(term)).nextSibling?.textContent;
  expect(await fact('Just nu')).toMatch(/^13,9.°C \(\d\d:\d\d\)$/);
  expect(await fact('Hur länge')).toMatch(/^Pågår sedan .*\d\d:\d\d, 1.h 12.min$/);
  expect(await fact('Förare då')).toBe('Oskar Rimmerfeldt');
  expect(sheet.getByRole('link', { name: 'Se kurvan för Frys' }).getAttribute('href')).toContain('/sensors/4');
});

test('36: an alarm of a sensor counts from when its value was outside, and names the highest as that', async () => {
  const at = { began_at: '2026-11-20T11:28:00Z', at: '2026-11-20T11:49:00Z', ended_at: '2026-11-20T13:36:00Z' };
  await open([alarmOf({ kind: 'temperature', subject: 'Kyl', value: 12, limit: 8, ...at })], { first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Hur länge')).nextSibling!.textContent).toMatch(
    /^Varade 2.h 08.min, från 2026-11-20.12:28 till 14:36$/,
  );
  expect(sheet.getByText('När').nextSibling!.textContent, 'why it is not the same time').toMatch(
    /^2026-11-20.12:49Larmet kom när det hade pågått i 21.min$/,
  );
  expect(sheet.getByText('Uppmätt').nextSibling!.textContent).toMatch(/^Som högst 12,0.°C, gräns 8,0.°C$/);
});

test('36: of a sensor whose alarm goes on it is told what it read when the alarm came, which is not yet its highest', async () => {
  const at = { began_at: '2026-11-20T11:28:00Z', at: '2026-11-20T11:49:00Z', ended_at: null };
  await open([alarmOf({ kind: 'temperature', subject: 'Kyl', value: 11, limit: 8, ...at })], { first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Uppmätt')).nextSibling!.textContent).toMatch(/^11,0.°C när det kom, gräns 8,0.°C$/);
});

test('36: theft mode says from when to when it was on and who ended it', async () => {
  const at = { at: '2026-11-20T18:44:00Z', ended_at: '2026-11-21T03:43:00Z' };
  const mode = alarmOf({ kind: 'theft-mode', class: 'security', value: null, limit: null, ...at });
  await open([mode], {
    answers: { 'alarms.get': () => ({ ...mode, ...MORE, ended_by: 'Maja Lindholt' }) },
    first: { alarm: 1 },
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Hur länge')).nextSibling!.textContent).toMatch(
    /^Varade 8.h 59.min, från 2026-11-20.19:44 till 2026-11-21.04:43Maja Lindholt stängde av stöldläget$/,
  );
});

test('36: an alarm of a zone says how long the unit stayed in it, or away, and until when', async () => {
  const show = async (kind: Alarm['kind'], crossed_back_at: string | null) => {
    const crossed = alarmOf({ kind, class: 'security', subject: 'Terminalen', is_lasting: false, value: null, limit: null });
    await open([crossed], {
      answers: { 'alarms.get': () => ({ ...crossed, ...MORE, crossed_back_at }) },
      first: { alarm: 1 },
    });
    const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
    await sheet.findByText('När');
    const text = sheet.queryByText('Hur länge')?.nextSibling?.textContent?.replaceAll('\u00a0', ' ');
    cleanup();
    return text;
  };
  expect(await show('zone-entered', '2026-11-21T12:48:00Z')).toBe('Stannade 16 h 44 min, lämnade zonen 2026-11-21 13:48');
  expect(await show('zone-left', '2026-11-20T22:04:00Z')).toBe('Borta 2 h, tillbaka 23:04');
  expect(await show('zone-entered', null)).toBeUndefined();
});

test('36: what came late says how late, and why where that is known', async () => {
  const late = alarmOf({ is_delayed: true });
  const silent = alarmOf({ id: 9, kind: 'no-contact', at: '2026-11-20T20:10:00Z', ended_at: '2026-11-20T20:45:00Z' });
  const other = alarmOf({ id: 8, kind: 'no-contact', at: '2026-11-20T02:10:00Z', ended_at: '2026-11-20T03:00:00Z' });
  let known: Alarm[] = [other, silent];
  const answers: FakeAnswers = {
    'alarms.get': () => ({ ...late, ...MORE, noticed_at: '2026-11-20T20:46:00Z' }),
    'alarms.list': ({ query }) => ({
      alarms: (query as { kinds?: string }).kinds === 'no-contact' ? known : [late],
      next: null,
    }),
  };
  await open([late], { answers, first: { alarm: 1 } });
  const when = (await screen.findByText('När')).nextSibling!;
  expect(when.textContent, 'beside when it happened').toMatch(/Vi fick veta det 2026-11-20.21:46, 42.min senare/);
  await waitFor(() =>
    expect(when.textContent).toMatch(/senareEnheten hade ingen kontakt från 2026-11-20.21:10 till 2026-11-20.21:45\.$/),
  );
  cleanup();
  known = [other];
  await open([late], { answers, first: { alarm: 1 } });
  expect((await screen.findByText('När')).nextSibling!.textContent, 'of an unknown reason the two times alone').toMatch(
    /42.min senare$/,
  );
});

test('36: when it was noticed is told as one says it, so that by how much it was late stays in its line', async () => {
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const late = alarmOf({ is_delayed: true, at: new Date(Date.parse(at) - 3_600_000).toISOString() });
  await open([late], { answers: { 'alarms.get': () => ({ ...late, ...MORE, noticed_at: at }) }, first: { alarm: 1 } });
  const when = (await screen.findByText('När')).nextSibling!;
  expect(when.textContent).toMatch(/Vi fick veta det i\sgår\s\d\d:\d\d, 1\sh senare/);
});

test('36, ALARM-037: an administrator sees who was told, how and when, and the way to the receivers; others see neither', async () => {
  const sent = {
    id: 1,
    at: '2026-11-20T20:05:00Z',
    to: 'Jouren',
    phone: null,
    purpose: 'alarm',
    channel: 'email',
    state: 'sent',
  } as const;
  const messages = [sent, { ...sent, id: 2, channel: 'sms', state: 'no-credits' } as const];
  await open([TOWED], { answers: { 'alarms.get': () => ({ ...TOWED, ...MORE, messages }) }, first: { alarm: 2 } });
  const told = within(await screen.findByRole('region', { name: 'Vem fick veta' }));
  expect(told.getByRole('listitem').textContent).toBe(
    'JourenE-post 2026-11-20 21:05, skickatSms 2026-11-20 21:05, inga sms kvar',
  );
  expect(told.getByRole('link', { name: 'Larmmottagare' }).getAttribute('href')).toBe('/administration/configure-alarm-receiver');
  cleanup();
  await open([TOWED], { answers: { 'alarms.get': () => ({ ...TOWED, ...MORE, messages: [] }) }, first: { alarm: 2 } });
  expect(await screen.findByText('Ingen har fått något meddelande om det här.')).toBeDefined();
  cleanup();
  await open([TOWED], { first: { alarm: 2 } });
  await screen.findByRole('dialog', { name: 'Skåpbil' });
  expect(screen.queryByRole('region', { name: 'Vem fick veta' })).toBeNull();
});

test('36: an alarm that was counted to one before it names that one, who was sent it, where to call them, and leads to it', async () => {
  const to = { to: 'Jouren', phone: '46701740605', purpose: 'alarm', channel: 'sms', state: 'sent' } as const;
  const first = { id: 7, at: '2026-11-20T20:00:00Z', messages: [{ id: 1, at: '2026-11-20T20:01:00Z', ...to }] };
  const repeat = alarmOf({ id: 2, kind: 'towing', class: 'security', telling: 'repeat' });
  const before = alarmOf({ id: 7, kind: 'towing', class: 'security', place: 'Lidingö' });
  const answers: FakeAnswers = {
    'alarms.get': ({ params }) =>
      (params as { id: number }).id === 7 ? { ...before, ...MORE } : { ...repeat, ...MORE, messages: [], repeats_of: first },
  };
  await open([repeat], { answers, first: { alarm: 2 } });
  const told = within(await screen.findByRole('region', { name: 'Vem fick veta' }));
  expect(told.getByText(/^Inget eget meddelande: det räknades till ett likadant larm 2026-11-20 21:00/)).toBeDefined();
  expect(told.getByText(/kommer till oss inom 15\smin från ett meddelande får inget eget\./), 'by which rule').toBeDefined();
  expect(told.getByRole('listitem').textContent).toMatch(/^JourenSms 2026-11-20 21:01, skickat/);
  expect(told.getByRole('link', { name: /^Ring/ }).getAttribute('href')).toBe('tel:+46701740605');
  await userEvent.click(told.getByRole('button', { name: 'Visa det larmet' }));
  expect(await screen.findByText('Lidingö')).toBeDefined();
});

test('0079: what was urgent when its messages were sent, and is settled now, says so beside them', async () => {
  const over = alarmOf({ class: 'security', kind: 'theft-mode', at: '2026-11-20T21:43:48Z', ended_at: '2026-11-21T07:13:00Z' });
  const message = {
    id: 1,
    to: 'Maja',
    channel: 'email',
    state: 'sent',
    purpose: 'alarm',
    phone: null,
    at: '2026-11-20T21:44:00Z',
  };
  const show = (at: string, kind: Alarm['kind']) =>
    open([], {
      first: { alarm: 1 },
      answers: {
        'alarms.get': () => ({ ...over, ...MORE, kind, messages: [{ ...message, at }] }) as unknown as DataOf<'alarms.get'>,
      },
    });
  const was = 'Larmet var märkt ”Brådskar” när meddelandena skickades. Nu är det över.';
  await show(message.at, 'theft-mode');
  expect(await screen.findByText(was)).toBeDefined();
  cleanup();
  await show('2026-11-21T08:00:00Z', 'theft-mode');
  expect(await screen.findByText('Vem fick veta')).toBeDefined();
  expect(screen.queryByText(was), 'sent when it was over').toBeNull();
  cleanup();
  await show(message.at, 'towing');
  expect(await screen.findByText('Vem fick veta')).toBeDefined();
  expect(screen.queryByText(was), 'still urgent').toBeNull();
});

test('MODE-009: of a unit that left an ordinary zone theft mode is at hand, but not the first thing to press', async () => {
  const left = alarmOf({ kind: 'zone-left', class: 'security', subject: 'Kunden i Sickla', value: null, limit: null });
  const answers: FakeAnswers = {
    'modes.get': () => ({ theft: null, can: { theft: true } }) as unknown as DataOf<'modes.get'>,
  };
  await open([left], { answers, first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByRole('button', { name: /Slå på stöldläge/ })).className).not.toMatch(/primary/);
  expect((await sheet.findByRole('button', { name: 'Klarmarkera' })).className).toMatch(/primary/);
});

test('ALARM-036: while an alarm waits it is told whom it goes on to, after how many minutes and when, also past midnight; once its time is over no more', async () => {
  const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const escalations = [
    { to: 'Åsa', after_min: 10, at: inMinutes(6) },
    { to: 'Cilla', after_min: 30, at: inMinutes(1440) },
    { to: 'Bo', after_min: 1, at: '2026-11-20T20:05:00Z' },
  ];
  await open([TOWED], {
    answers: { 'alarms.get': () => ({ ...TOWED, ...MORE, messages: [], escalations }) },
    first: { alarm: 2 },
  });
  const told = within(await screen.findByRole('region', { name: 'Vem fick veta' }));
  const [soon, tomorrow, ...more] = told.getAllByText(/går det vidare till/).map(({ textContent }) => textContent);
  expect(soon).toMatch(/larmet går det vidare till Åsa efter 10 minuter \((i.morgon.)?\d\d:\d\d\)\.$/);
  expect(tomorrow).toMatch(/larmet går det vidare till Cilla efter 30 minuter \(i.morgon.\d\d:\d\d\)\.$/);
  expect(more).toEqual([]);
});

test('ALARM-035: the sheet says whose the note is and when it was written, and who opened a handled alarm again', async () => {
  const by = (name: string, at: string) => ({ by: name, at });
  const note = { note: 'Polisen är på väg', noted: by('Dan Driver', '2026-11-20T21:12:00Z') };
  const alarm = { ...TOWED, ...note, state: 'seen' as const, reopened: by('Maja Ek', '2026-11-20T21:30:00Z') };
  await open([alarm], { first: { alarm: 2 } });
  const sheet = await screen.findByRole('dialog', { name: 'Skåpbil' });
  await waitFor(() => expect(sheet.textContent).toMatch(/Öppnat igen av Maja Ek, 2026-11-20.22:30/));
  const field = screen.getByRole('textbox', { name: 'Anteckning' });
  const help = (): string | null =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join();
  expect(help()).toMatch(/^Skriven av Dan Driver, 2026-11-20 22:12/);
  await userEvent.type(field, '!');
  expect(help()).toMatch(/^Vad du gjorde/);
});

test('ALARM-035: what happened comes first, then who took care of it in one line and with what note; a handled one offers no theft mode', async () => {
  const done = { by: 'Maja Ek', at: '2026-11-20T21:00:00Z' };
  await open([alarmOf({ ...TOWED, repeats: 0, state: 'handled', seen: done, handled: done })], { first: { alarm: 2 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Status')).nextSibling?.textContent).toBe('Åtgärdat av Maja Ek, 2026-11-20 22:00');
  expect(sheet.queryByText('Sett')).toBeNull();
  const note = sheet.getByRole('textbox', { name: 'Anteckning' });
  const mute = sheet.getByRole('combobox');
  const map = document.querySelector('.map')!;
  expect(
    map.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING,
    'where it was before what was written',
  ).toBeTruthy();
  expect(note.compareDocumentPosition(mute) & Node.DOCUMENT_POSITION_FOLLOWING, 'what was done stands high').toBeTruthy();
  expect(sheet.queryByText('Brådskar')).toBeNull();
  expect(sheet.queryByRole('button', { name: 'Slå på stöldläge' })).toBeNull();
});

test('14-1: what is typed stays when the alarm is asked for again, and what another one wrote is not undone', async () => {
  let note = '';
  const answers: FakeAnswers = {
    'alarms.get': () => ({ ...TOWED, ...MORE, note, call: null }),
    'alarms.set-state': () => ((note = 'Bärgad'), { alarms: [] }),
  };
  const send = await open([TOWED], { answers, first: { alarm: 2 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  await userEvent.click(await sheet.findByRole('button', { name: 'Sett' }));
  const field = await sheet.findByLabelText<HTMLTextAreaElement>('Anteckning');
  await waitFor(() => expect(field.value).toBe('Bärgad'));
  await userEvent.click(sheet.getByRole('button', { name: 'Sett' }));
  await waitFor(() =>
    expect(sentTo(send, 'alarms.set-state').map(({ body }) => body)).toEqual([
      { ids: [2], state: 'seen' },
      { ids: [2], state: 'seen' },
    ]),
  );
  await userEvent.type(field, ' i går');
  expect(field.value).toBe('Bärgad i går');
});

test('ALARM-036: from the alarm its unit is muted for a time', async () => {
  const send = await open([TOWED], { first: { alarm: 2 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  await userEvent.selectOptions(await sheet.findByLabelText('Tysta enheten'), 'Ett dygn');
  expect(await screen.findByText(/^Skåpbil är tystad till/)).toBeDefined();
  const [muted] = sentTo(send, 'alarms.mute');
  expect(muted!.params).toEqual({ imei: UNIT.imei });
  expect(Date.parse((muted!.body as { until: string }).until) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
});

test('MAP-013: who left the place where it was armed is said to have, in list and sheet; while theft mode is on one is led to where it is', async () => {
  const left = alarmOf({ kind: 'zone-left', class: 'security', subject: ARMED_PLACE });
  const theft = { since: '2026-11-20T20:10:00Z', ends_at: null, by: 'Maja Ek', cause: 'person', zone: '' } as const;
  const on = { ...theft, mode_after: null, was_set: false, changes_reporting: false };
  const answers: FakeAnswers = {
    'alarms.get': () => ({ ...left, ...MORE }),
    'modes.get': () =>
      ({ theft: on, pending: null, current: null, modes: [], can: { set: true, theft: true, track: true } }) as never,
  };
  await open([left], { answers, first: { alarm: 1 } });
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('Lämnade platsen där den larmades')).toBeDefined();
  await waitFor(() => expect(sheet.getByRole('link', { name: 'Var är den nu?' }).className).toMatch(/primary/));
  expect((await sheet.findByRole('button', { name: 'Stäng av stöldläget' })).className).not.toMatch(/primary/);
});
