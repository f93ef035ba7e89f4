import { ARMED_PLACE } from '@spora/contract/alarms/kinds';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Alarm } from '@spora/contract/alarms/centre';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { strFromU8, unzipSync } from 'fflate';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, onNarrowScreen, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { alarmsCsv, alarmsWorkbook, exportedAlarms } from './export.ts';
import { AlarmsScreen } from './screen.tsx';
import { type AlarmsSearch, readAlarmsSearch } from './search.ts';
import { useAlarmTexts } from './use-alarm-texts.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

const UNIT = { id: 11, imei: '356307042441011', name: 'Skåpbil', registration_number: 'ABC 123', kind: 'vehicle' } as const;
const alarmOf = (over: Partial<Alarm> = {}): Alarm => ({
  id: 1,
  kind: 'over-speed',
  class: 'function',
  subject: '',
  unit: UNIT,
  at: '2026-11-20T20:04:00Z',
  is_day_only: false,
  is_place_hidden: false,
  is_delayed: false,
  ended_at: '2026-11-20T20:09:00Z',
  began_at: null,
  is_lasting: true,
  lat: 59.3,
  lng: 18,
  place: 'Storgatan 1, Solna',
  is_position_unknown: false,
  value: 121,
  limit: 110,
  telling: 'told',
  repeats: 0,
  state: 'new',
  seen: null,
  handled: null,
  note: '',
  noted: null,
  reopened: null,
  ...over,
});
/** What the alarm that is open is told with beside its line. */
const MORE = {
  muted_until: null,
  can: { mute: true },
  call: { name: 'Dan Driver', phone: '46701234567' },
  noticed_at: null,
  ended_by: null,
  crossed_back_at: null,
  driver: null,
  usual_driver: null,
  repeats_of: null,
  sensor_id: null,
  messages: null,
  escalations: null,
};
const TOWED = alarmOf({ id: 2, kind: 'towing', class: 'security', ended_at: null, value: null, limit: null, repeats: 2 });

function Held({ first }: { first: AlarmsSearch }) {
  const [search, setSearch] = useState(first);
  return <AlarmsScreen search={search} onSearch={(patch) => setSearch((before) => readAlarmsSearch({ ...before, ...patch }))} />;
}
const bytesOf = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });
async function open(
  alarms: readonly Alarm[],
  { answers = {}, first = {} }: { answers?: FakeAnswers; first?: AlarmsSearch } = {},
) {
  const send = fakeSend({
    'alarms.list': () => ({ alarms: [...alarms], next: null }),
    'alarms.get': ({ params }) => ({
      ...alarms.find(({ id }) => id === Number((params as { id: number }).id))!,
      ...MORE,
    }),
    'alarms.mute': () => ({}),
    'alarms.set-state': () => ({ alarms: [] }),
    'units.list': () => ({ units: [] }),
    ...answers,
  });
  await renderScreen(<Held first={first} />, { send, language: 'sv', user: signedInUser() });
  return send;
}
const WITH_UNITS = {
  answers: { 'units.list': () => ({ units: [{ ...UNIT, kind: 'vehicle' }] }) as unknown as DataOf<'units.list'> },
};
const sentTo = (send: ReturnType<typeof fakeSend>, id: string) => send.requests.filter((request) => request.id === id);

test('ALARM-035: a row says which unit, what, when, how much, where and how often, and what nobody has handled can be handled in it', async () => {
  const send = await open([TOWED, alarmOf()]);
  const [towed, fast] = await screen.findAllByRole('listitem');
  expect(towed!.textContent).toMatch(/Skåpbil: Flyttad eller bogserad utan tändning.*Har pågått i \d.*2 gånger till.*Nytt/);
  expect(fast!.textContent).toMatch(/2026-11-20 21:04–21:09, 5.min · 121 km\/h, gräns 110 km\/h · Storgatan 1, Solna/);
  await userEvent.click(within(towed!).getByRole('button', { name: 'Klarmarkera' }));
  await waitFor(() => expect(sentTo(send, 'alarms.set-state').map(({ body }) => body)).toEqual([{ ids: [2], state: 'handled' }]));
});

test('ALARM-035, ALARM-039: on a phone a row is the unit, what it is, and its state with when and where, with one press to handle it; an inspection is called one', async () => {
  onNarrowScreen();
  await open([alarmOf({ kind: 'service-due', subject: 'inspection', is_lasting: false, value: null, limit: null })]);
  const [row] = await screen.findAllByRole('listitem');
  const [opens, handles, ...others] = within(row!).getAllByRole('button');
  expect(opens!.textContent).toBe('Skåpbil: Dags för besiktningNytt 2026-11-20 21:04 · Storgatan 1, Solna');
  expect(handles!.textContent).toBe('Klarmarkera');
  expect(others).toEqual([]);
});

test('0079: a fridge that is too warm stands out, and a lorry that arrived does not, whoever is sent either', async () => {
  const warm = alarmOf({ id: 3, kind: 'temperature', value: 14.6, limit: 10, ended_at: null });
  const arrived = alarmOf({ id: 4, kind: 'zone-entered', class: 'security', subject: 'Terminalen', value: null, limit: null });
  const cold = alarmOf({ ...warm, id: 5, unit: { ...UNIT, id: 12 }, ended_at: '2026-11-20T21:00:00Z' });
  const send = await open([warm, arrived, cold]);
  const rows = await screen.findAllByRole('listitem');
  const words = ['Brådskar', 'Händelse', 'Behöver ses till'];
  expect(rows.map((row, i) => within(row).getByText(words[i]!).textContent)).toEqual(words);
  expect(new Set(rows.map((row) => row.querySelector('path')!.getAttribute('d'))).size, 'told apart without colour').toBe(3);
  expect(within(rows[0]!).getByText('Nytt').className).toContain('danger');
  expect(within(rows[1]!).getByText('Nytt').className).not.toContain('danger');
  await userEvent.selectOptions(screen.getByLabelText('Hur bråttom'), 'Brådskar');
  await waitFor(() => expect(sentTo(send, 'alarms.list').at(-1)!.query).toEqual({ states: 'new,seen', urgencies: 'urgent' }));
  expect(within(screen.getByLabelText('Vad som hände')).queryByText('Kommit in i en zon')).toBeNull();
});

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

test('ALARM-035: the list is what nobody has handled, and is narrowed by state and class in the address', async () => {
  const send = await open([alarmOf()]);
  await screen.findAllByRole('listitem');
  await userEvent.selectOptions(screen.getByLabelText('Visa'), 'Alla');
  await userEvent.selectOptions(screen.getByLabelText('Slags larm'), 'Säkerhetslarm');
  await userEvent.selectOptions(screen.getByLabelText('Vad som hände'), 'Nödknapp');
  await waitFor(() =>
    expect(sentTo(send, 'alarms.list').map(({ query }) => query)).toEqual([
      { states: 'new,seen' },
      {},
      { classes: 'security' },
      { classes: 'security', kinds: 'panic' },
    ]),
  );
  expect(readAlarmsSearch({ from: '2026-11-01', to: 'i går', kind: 'towing' })).toEqual({ from: '2026-11-01', kind: 'towing' });
  expect(readAlarmsSearch({ state: 'nonsense', type: 'x', urgency: 'x', unit: '12', alarm: '-3' })).toEqual({});
  expect(readAlarmsSearch({ state: 'handled', unit: UNIT.imei, alarm: '3' })).toEqual({
    state: 'handled',
    unit: UNIT.imei,
    alarm: 3,
  });
});

test('ALARM-035: nothing to take care of is said, apart from a filter that nothing passes', async () => {
  await open([], WITH_UNITS);
  expect(await screen.findByText('Inga öppna larm')).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Visa'), 'Åtgärdade');
  expect(await screen.findByText('Inget larm passar filtren')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Rensa filtren' }));
  expect(await screen.findByText('Inga öppna larm')).toBeDefined();
});

test('14-2: the same fault of one unit is one row that opens to its times, and all of it is handled at once', async () => {
  const again = [5, 4, 3].map((id) =>
    alarmOf({ id, at: `2026-11-20T1${id}:20:00Z`, ended_at: null, state: id === 3 ? 'seen' : 'new' }),
  );
  const send = await open([...again, alarmOf({ id: 1, unit: { ...UNIT, id: 12, name: 'Båt' } })]);
  const [group, boat] = await screen.findAllByRole('listitem');
  expect(group!.textContent).toMatch(/Skåpbil: .*3 gånger, senast 2026-11-20 16:20.*Nytt/);
  expect(group!.textContent, 'not all three are').toMatch(/Nytt: 2 av 3/);
  expect(boat!.textContent).toMatch(/Nytt(?!:)/);
  expect(boat!.textContent).toMatch(/Båt/);
  await userEvent.click(within(group!).getByRole('button', { expanded: false }));
  expect(
    within(group!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.slice(0, 16)),
  ).toEqual(['2026-11-20 16:20', '2026-11-20 15:20', '2026-11-20 14:20']);
  await userEvent.click(within(group!).getByRole('button', { name: 'Klarmarkera alla 3' }));
  await waitFor(() =>
    expect(sentTo(send, 'alarms.set-state').map(({ body }) => body)).toEqual([{ ids: [5, 4, 3], state: 'handled' }]),
  );
});

test('14, 0064: a boat that goes too fast is told in knots, everything else in kilometres an hour', async () => {
  const boat = { ...UNIT, id: 12, name: 'Havsörnen', kind: 'boat' } as const;
  await open([alarmOf({ id: 2, unit: boat, value: 55.56, limit: 46.3 }), alarmOf()]);
  const [atSea, ashore] = await screen.findAllByRole('listitem');
  expect(atSea!.textContent).toMatch(/30,0.kn, gräns 25,0.kn/);
  expect(ashore!.textContent).toMatch(/121 km\/h, gräns 110 km\/h/);
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
  expect(await fact('Just nu')).toMatch(/^13,9.°C kl\. \d\d:\d\d$/);
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

test('36: the row of what is over says from when to when, with its length in one line, and never an end that is yet to come', async () => {
  const at = { began_at: '2026-11-20T11:32:00Z', at: '2026-11-20T11:52:00Z', ended_at: '2026-11-20T13:42:00Z' };
  const night = { at: '2026-11-19T21:43:00Z', ended_at: '2026-11-20T07:13:00Z' };
  const cold = alarmOf({ kind: 'temperature', subject: 'Bakdörr', value: 13.4, limit: 8, ...at });
  const mode = alarmOf({ id: 2, kind: 'theft-mode', class: 'security', value: null, limit: null, ...night });
  const warm = { ...cold, id: 3, subject: 'Frys', unit: { ...UNIT, id: 12 }, ended_at: null };
  await open([cold, mode, warm]);
  const [goesOn, ...rows] = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows[0]).toMatch(/2026-11-20 12:32–14:42, 2.h 10.min · Som högst 13,4/);
  expect(rows[0]).not.toMatch(/12:52|Varade/);
  expect(rows[1]).toMatch(/2026-11-19 22:43 till 2026-11-20 08:13, 9.h 30.min/);
  expect(goesOn, 'what goes on counts from when it began').toMatch(/Pågår sedan 2026-11-20 12:32/);
  expect([...document.querySelectorAll('.unbroken')].map(({ textContent }) => textContent)).toContain('2\u00a0h 10\u00a0min');
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

test('5: what is urgent and open stands before what came later, under its own name; on a phone the filters that are set are named', async () => {
  onNarrowScreen();
  const later = alarmOf({ id: 3, kind: 'zone-entered', subject: 'Hamnen', at: '2026-11-21T20:04:00Z' });
  await open([later, TOWED], { first: { state: 'all', type: 'security' } });
  const titles = (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent);
  expect(titles).toEqual(['Brådskar', 'Övriga']);
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Flyttad/),
    expect.stringMatching(/Hamnen/),
  ]);
  expect(screen.getByText('Alla · Säkerhetslarm')).toBeDefined();
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

test('36: a theft tells where the unit is now, what else happened around that time, and the way it was taken; theft mode comes before "handled"', async () => {
  const left = alarmOf({ id: 3, kind: 'zone-left', class: 'security', subject: 'Bygget', at: '2026-11-20T11:00:00Z' });
  const towed = { ...TOWED, state: 'seen' as const, telling: 'told' as const };
  const dayBefore = alarmOf({ id: 4, kind: 'jamming', class: 'security', at: '2026-11-19T20:00:00Z' });
  const position = { time: new Date(Date.now() - 5 * 60_000).toISOString(), lat: 59.4, lng: 18 };
  const unit = { imei: UNIT.imei, kind: 'vehicle', state: 'parked', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan, Lidingö', address_is_approximate: false, position };
  const answers: FakeAnswers = {
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'modes.get': () => ({ theft: null, can: { theft: true } }) as unknown as DataOf<'modes.get'>,
  };
  await open([towed, left, dayBefore], { answers, first: { alarm: 2 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Nu')).nextSibling?.textContent).toMatch(
    /^Parkerad i [45].minHamngatan, Lidingö11.km fågelvägen från larmetSenaste position .*[45].min/,
  );
  const story = within(await sheet.findByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect((await story.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    '2026-11-20 12:00Lämnat en zon (Bygget)',
    '2026-11-20 21:04Flyttad eller bogserad utan tändning (det här larmet)',
  ]);
  const way = story.getByRole('link', { name: 'Se vägen på kartan' }).getAttribute('href');
  expect(way).toMatch(/from=.?2026-11-20/);
  expect(way).toContain(`at=${encodeURIComponent(towed.at)}`);
  const look = async (name: string) => (await sheet.findByRole('button', { name })).className;
  expect(await look('Slå på stöldläge')).toMatch(/primary/);
  expect(await look('Klarmarkera')).not.toMatch(/primary/);
  expect(await sheet.findByRole('button', { name: 'Dela' })).toBeDefined();
  expect(sheet.getByRole('link', { name: 'Skriv stöldrapport' }).getAttribute('href')).toMatch(/tab=theft/);
  await userEvent.click(story.getByRole('button', { name: /Lämnat en zon/ }));
  await waitFor(() => expect(sheet.getByText('När').nextSibling?.textContent).toBe('2026-11-20 12:00'));
});

test('36: of one moment the story tells the zone that was left before the theft mode that this started', async () => {
  const moment = { class: 'security', subject: 'Bygget', at: '2026-11-20T21:43:48.591Z' } as const;
  const mode = alarmOf({ ...moment, id: 9, kind: 'theft-mode' });
  const left = alarmOf({ ...moment, id: 206, kind: 'zone-left' });
  await open([left, mode], { first: { alarm: 206 } });
  const story = within(await screen.findByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect((await story.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Lämnat en zon/),
    expect.stringMatching(/Stöldläget slogs på/),
  ]);
});

test('36: of one minute the story tells the seconds, and where the unit stood between', async () => {
  const left = alarmOf({
    id: 3,
    class: 'security',
    kind: 'zone-left',
    subject: 'Bygget',
    at: '2026-11-20T21:43:08Z',
    ended_at: null,
  });
  const mode = { ...left, id: 4, kind: 'theft-mode' as const, at: '2026-11-20T21:43:48Z', ended_at: '2026-11-21T07:13:00Z' };
  const stop = { trip_id: null, lat: 59.36, lng: 17.99, address_is_approximate: false } as const;
  const stops = [
    { ...stop, from: '2026-11-20T16:00:00Z', to: '2026-11-20T21:43:00Z', address: 'Lidingö' },
    { ...stop, from: '2026-11-20T21:58:00Z', to: '2026-11-21T06:43:00Z', address: 'Åsvägen, Solna' },
    { ...stop, from: '2026-11-21T06:58:00Z', to: null, address: 'Lidingö' },
  ];
  const answers: FakeAnswers = { 'tracking.history': () => ({ stops }) as unknown as DataOf<'tracking.history'> };
  await open([mode, left], { answers, first: { alarm: 4 } });
  expect(await screen.findByText(/Åsvägen/)).toBeDefined();
  const story = within(screen.getByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect(story.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '2026-11-20 22:43:08Lämnat en zon (Bygget)',
    '2026-11-20 22:43:48Stöldläget slogs på (Bygget) (det här larmet)',
    '2026-11-20 22:58Stod vid Åsvägen, Solna till 2026-11-21 07:43 (8\u00a0h 45\u00a0min)',
    '2026-11-21 08:13Stöldläget stängdes av',
  ]);
});

test('SRV-005: what is due says when, in its row and in its sheet, and leads to the service and not to the map', async () => {
  const plan = {
    name: '',
    kind: 'inspection',
    state: 'overdue',
    forecast_on: '2026-11-16',
    due_on: '2026-11-16',
    remaining_km: null,
    remaining_hours: null,
    remaining_days: -12,
    interval_months: 14,
    due_km: null,
    due_hours: null,
  };
  const answers: FakeAnswers = {
    'maintenance.overview': () =>
      ({
        rows: [
          { unit: { ...UNIT, imei: 'another' }, plan: { ...plan, remaining_days: -3 } },
          { unit: UNIT, plan },
        ],
      }) as unknown as DataOf<'maintenance.overview'>,
  };
  await open([alarmOf({ kind: 'service-due', subject: 'inspection', is_lasting: false, value: null, limit: null })], {
    answers,
    first: { alarm: 1 },
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Ska göras')).nextSibling?.textContent).toBe('12 dagar försenad, 2026-11-16');
  expect(sheet.getByRole('link', { name: 'Visa servicen' }).getAttribute('href')).toMatch(/\/user\/service\?q=Sk/);
  expect(sheet.queryByRole('link', { name: 'Var är den nu?' })).toBeNull();
  cleanup();
  await open([alarmOf({ kind: 'service-due', subject: 'inspection', is_lasting: false, value: null, limit: null })], { answers });
  expect(await screen.findByText(/^ ?12 dagar försenad/)).toBeDefined();
});

test('36: the story of a theft is told to its end, and to whom its report was shown', async () => {
  const left = alarmOf({ id: 3, class: 'security', kind: 'zone-left', subject: 'Bygget', at: '2026-11-20T21:43:08Z' });
  const handled = { by: 'Maja Ek', at: '2026-11-21T07:40:00Z' };
  const mode = alarmOf({
    ...left,
    id: 4,
    kind: 'theft-mode',
    at: '2026-11-20T21:43:48Z',
    ended_at: '2026-11-21T07:13:00Z',
    state: 'handled',
    handled,
  });
  const share = { id: 8, version: 1, recipient: 'Försäkringen', created_by: 'Maja Ek', created_at: '2026-11-21T09:00:00Z' };
  const report = {
    latest: { version: 1, track_from: '2026-11-20T00:00:00Z', track_to: '2026-11-21T00:00:00Z' },
    shares: [share, { ...share, id: 7, version: 2, recipient: 'Polisen' }],
  };
  const answers: FakeAnswers = {
    'alarms.get': ({ params }) => ({
      ...(Number((params as { id: number }).id) === 3 ? left : mode),
      ...MORE,
      ...(Number((params as { id: number }).id) === 3 ? { crossed_back_at: '2026-11-21T07:00:00Z' } : { ended_by: 'Maja Ek' }),
    }),
    'object-description.theft-report': () => report as unknown as DataOf<'object-description.theft-report'>,
  };
  await open([mode, left], { answers, first: { alarm: 4 } });
  expect(await screen.findByText(/Tillbaka i zonen/)).toBeDefined();
  const story = within(screen.getByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect(story.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '2026-11-20 22:43:08Lämnat en zon (Bygget)',
    '2026-11-20 22:43:48Stöldläget slogs på (Bygget) (det här larmet)',
    '2026-11-21 08:00Tillbaka i zonen (Bygget)',
    '2026-11-21 08:13Maja Ek stängde av stöldläget',
    '2026-11-21 08:40Maja Ek klarmarkerade larmet',
  ]);
  expect((await story.findByText(/^Delad med Försäkringen/)).textContent).toBe(
    'Delad med Försäkringen 2026-11-21 10:00, av Maja Ek',
  );
  expect(story.queryByText(/Polisen/), 'another version').toBeNull();
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
  const was = 'Det brådskade när meddelandena skickades. Nu är det över.';
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

test('OBJ-008: the alarm of a theft leads to the report whose track reaches back to it, and asks for no other to be written', async () => {
  const mode = alarmOf({ id: 2, kind: 'theft-mode', class: 'security', ended_at: null, value: null, limit: null });
  const show = async (track_to: string) => {
    const latest = { version: 1, track_from: '2026-11-01T00:00:00Z', track_to };
    await open([mode], {
      answers: {
        'object-description.theft-report': () => ({ latest, shares: [] }) as unknown as DataOf<'object-description.theft-report'>,
      },
      first: { alarm: 2 },
    });
    return within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  };
  const sheet = await show('2026-11-21T08:00:00Z');
  expect((await sheet.findByRole('link', { name: 'Stöldrapport, version 1' })).getAttribute('href')).toMatch(/tab=theft/);
  expect(sheet.queryByRole('link', { name: 'Skriv stöldrapport' })).toBeNull();
  cleanup();
  const later = await show('2026-11-10T08:00:00Z');
  expect(await later.findByRole('link', { name: 'Skriv stöldrapport' })).toBeDefined();
  expect(later.queryByRole('link', { name: /version 1/ }), 'the report of an earlier theft').toBeNull();
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

test('ALARM-036: while an alarm waits it is told whom it goes on to, after how many minutes and when; once its time is over no more', async () => {
  const at = new Date(Date.now() + 6 * 60_000).toISOString();
  const escalations = [
    { to: 'Åsa', after_min: 10, at },
    { to: 'Bo', after_min: 1, at: '2026-11-20T20:05:00Z' },
  ];
  await open([TOWED], {
    answers: { 'alarms.get': () => ({ ...TOWED, ...MORE, messages: [], escalations }) },
    first: { alarm: 2 },
  });
  const told = within(await screen.findByRole('region', { name: 'Vem fick veta' }));
  expect(told.getByText(/går det vidare till/).textContent).toMatch(
    /^Om ingen tar hand om larmet går det vidare till Åsa efter 10 minuter, kl\. (.* )?\d\d:\d\d\.$/,
  );
  expect(told.queryByText(/Bo/)).toBeNull();
});

test('36: of a unit with its engine off it says since when that is, and in which zone it is; of a handled alarm opened again, that', async () => {
  const off = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const position = { time: new Date().toISOString(), lat: 59.4, lng: 18, ignition: false };
  const unit = { imei: UNIT.imei, kind: 'vehicle', state: 'parked', state_since: off, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan', address_is_approximate: false, position };
  const zone = (name: string, lat: number) => ({ id: lat, name, lat, lng: 18, radius: 400 });
  const answers: FakeAnswers = {
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'zones.list': () => ({ geofences: [zone('Depån', 59), zone('Bygget', 59.401)] }) as unknown as DataOf<'zones.list'>,
  };
  const done = { by: 'Maja Ek', at: '2026-11-20T21:00:00Z' };
  await open([{ ...TOWED, state: 'handled', seen: done, handled: done }], { answers, first: { alarm: 2 } });
  const now = (await screen.findByText('Nu')).nextSibling!;
  await waitFor(() => expect(now.textContent).toMatch(/^Parkerad sedan .*\d\d:\d\d, tändningen avi zonen Bygget, Hamngatan/));
  await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
  expect(await screen.findByText('Larmet är öppet igen.')).toBeDefined();
});

test('MAP-013: a unit that is where it was armed is not said to be in a zone by the name that the armed place has', async () => {
  const position = { time: new Date().toISOString(), lat: 59.4, lng: 18, ignition: false };
  const unit = { imei: UNIT.imei, kind: 'boat', state: 'parked', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan', address_is_approximate: false, position };
  const at = { lat: 59.4, lng: 18, radius: 300 };
  const armed = { ...at, id: 1, name: 'Larm på: Havsörn', is_armed: true };
  const answersWith = (...geofences: object[]): FakeAnswers => ({
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'zones.list': () => ({ geofences }) as unknown as DataOf<'zones.list'>,
  });
  await open([TOWED], { answers: answersWith(armed), first: { alarm: 2 } });
  await waitFor(() => expect(screen.getByText('Nu').nextSibling?.textContent).toContain('där den larmades på, Hamngatan'));
  expect(screen.queryByText(/Larm på: Havsörn/)).toBeNull();
  cleanup();
  await open([TOWED], { answers: answersWith(armed, { ...at, id: 2, name: 'Hamnen', is_armed: false }), first: { alarm: 2 } });
  await waitFor(() => expect(screen.getByText('Nu').nextSibling?.textContent).toContain('i zonen Hamnen, Hamngatan'));
});

test('36: where a unit is is told by its zone, without the town nearby over again; near a town where no zone is', async () => {
  const position = { time: new Date().toISOString(), lat: 59.4, lng: 18, ignition: false };
  const unit = { imei: UNIT.imei, kind: 'machine', state: 'parked', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, place: null, address: 'Lidingö', address_is_approximate: true, position };
  const answersWith = (...geofences: object[]): FakeAnswers => ({
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'zones.list': () => ({ geofences }) as unknown as DataOf<'zones.list'>,
  });
  const zone = { id: 1, name: 'Bygget', lat: 59.4, lng: 18, radius: 300, is_armed: false };
  await open([TOWED], { answers: answersWith(zone), first: { alarm: 2 } });
  const now = async () => (await screen.findByText('Nu')).nextSibling?.textContent ?? '';
  await waitFor(async () => expect(await now()).toContain('i zonen Bygget'));
  expect(await now()).not.toMatch(/·|Lidingö/);
  cleanup();
  await open([TOWED], { answers: answersWith(), first: { alarm: 2 } });
  expect(await now()).toMatch(/nära\sLidingö/);
});

test('36: of a unit that drove when it was heard of last, minutes ago, nobody says that it drives now', async () => {
  const position = { time: new Date(Date.now() - 6 * 60_000).toISOString(), lat: 59.4, lng: 18 };
  const unit = { imei: UNIT.imei, kind: 'vehicle', state: 'moving', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan', address_is_approximate: false, position };
  const answers: FakeAnswers = { 'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'> };
  await open([TOWED], { answers, first: { alarm: 2 } });
  const now = (await screen.findByText('Nu')).nextSibling!;
  await waitFor(() => expect(now.textContent).toMatch(/^KördeHamngatan.*Senaste position .*[56].min/));
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

test('36: the alarms lead whoever chooses the receivers to them', async () => {
  await open([TOWED]);
  await screen.findAllByRole('listitem');
  expect(screen.getByRole('link', { name: 'Vem får veta?' }).getAttribute('href')).toBe(
    '/administration/configure-alarm-receiver',
  );
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

test('13-D: the alarms of an account without units lead to where it begins', async () => {
  await open([]);
  expect((await screen.findByRole('link', { name: 'Lägg till enhet' })).getAttribute('href')).toBe(
    '/administration/add-terminal',
  );
});

test('14-2: nothing to take care of leads administrators to who is told of alarms', async () => {
  await open([], WITH_UNITS);
  const link = await screen.findByRole('link', { name: 'Välj vem som får larm' });
  expect(link.getAttribute('href')).toBe('/administration/configure-alarm-receiver');
});

test('ALARM-035: the export has all pages of the filters, and no formula of a note', async () => {
  const pages = [
    { alarms: [TOWED], next: '1-2' },
    { alarms: [alarmOf({ note: '=1+1' })], next: null },
  ];
  const send = fakeSend({ 'alarms.list': ({ query }) => pages['after' in query && query.after ? 1 : 0]! });
  const found = await exportedAlarms(send, { type: 'security' });
  expect(sentTo(send, 'alarms.list').map(({ query }) => query)).toEqual([
    { states: 'new,seen', classes: 'security', limit: 200 },
    { states: 'new,seen', classes: 'security', limit: 200, after: '1-2' },
  ]);
  let csv = '';
  const Reader = () => ((csv = alarmsCsv(found, useT(), useAlarmTexts(), useFormat())), null);
  await renderScreen(<Reader />, { send, language: 'sv', user: signedInUser() });
  const lines = csv.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^2026-11-20 21:04;;Skåpbil;ABC 123;Flyttad/);
  expect(lines[2]).toMatch(/;'=1\+1$/);
});

test('ALARM-035: the workbook has real times on the account’s clock, and of private use the day alone', async () => {
  const private_ = alarmOf({
    id: 3,
    is_day_only: true,
    at: '2026-11-18T23:00:00Z',
    ended_at: null,
    lat: null,
    lng: null,
    place: null,
    value: null,
    limit: null,
  });
  let book: Promise<Blob> | undefined;
  const Reader = () => (
    (book = alarmsWorkbook([alarmOf({ note: '=1+1' }), private_], useT(), useAlarmTexts(), useFormat())),
    null
  );
  await renderScreen(<Reader />, { send: fakeSend({}), language: 'sv', user: signedInUser() });
  const files = unzipSync(await bytesOf(await book!));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  const [, first, second] = sheet.match(/<row .*?<\/row>/gs)!;
  // 21:04 of the 20th of November 2026 in Stockholm, as spreadsheets count days.
  expect(Number(/<c r="A2"[^>]*><v>([^<]*)/.exec(first!)![1])).toBeCloseTo(46346 + (21 * 60 + 4) / 1440, 4);
  expect(first).toMatch(/<c r="H2"[^>]*><v>59\.3<.*<c r="I2"[^>]*><v>18</);
  expect(first).not.toContain('<f>');
  expect(first).toMatch(/Skåpbil.*ABC 123.*Storgatan 1, Solna.*121.km\/h.*=1\+1/s);
  expect(Number(/<c r="A3"[^>]*><v>([^<]*)/.exec(second!)![1])).toBe(46345);
  expect(second).not.toMatch(/<c r="(B|G|H|I|J)3"/);
});

test('ALARM-035: a workbook of thousands of alarms needs no worker, which the content security policy would forbid', async () => {
  const asked: string[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        asked.push('worker');
      }
    },
  );
  const many = Array.from({ length: 3000 }, (_, id) => alarmOf({ id, note: `Nr ${id} <b>` }));
  let book: Promise<Blob> | undefined;
  const Reader = () => ((book = alarmsWorkbook(many, useT(), useAlarmTexts(), useFormat())), null);
  await renderScreen(<Reader />, { send: fakeSend({}), language: 'sv', user: signedInUser() });
  const sheet = strFromU8(unzipSync(await bytesOf(await book!))['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/<row /g)).toHaveLength(3001);
  expect(sheet).toContain('Nr 2999 &lt;b&gt;');
  expect(asked).toEqual([]);
});

test('ALARM-035: the export offers a workbook and a table, of all that the filters show', async () => {
  const saved: string[] = [];
  URL.createObjectURL = (blob: Blob) => (saved.push(blob.type), 'blob:1');
  URL.revokeObjectURL = () => undefined;
  const send = await open([TOWED], { first: { type: 'security' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Exportera' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }));
  await waitFor(() => expect(saved).toEqual([expect.stringContaining('spreadsheetml')]));
  expect(sentTo(send, 'alarms.list').at(-1)!.query).toEqual({ states: 'new,seen', classes: 'security', limit: 200 });
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
