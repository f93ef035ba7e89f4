import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswers, onNarrowScreen } from '../../../lib/testing.tsx';
import { readAlarmsSearch } from './search.ts';
import { alarmOf, open, sentTo, TOWED, UNIT, WITH_UNITS, withCleanScreen } from './testing.tsx';

withCleanScreen();

test('ALARM-035: a row says which unit, what, when, how much, where and how often, and what nobody has handled can be handled in it', async () => {
  const send = await open([TOWED, alarmOf()]);
  const [towed, fast] = await screen.findAllByRole('listitem');
  expect(towed!.textContent).toMatch(/Skåpbil: Flyttad eller bogserad utan tändning.*Har pågått i \d.*2 gånger till.*Nytt/);
  expect(fast!.textContent).toMatch(
    /2026-11-20 21:04 · 121 km\/h, gräns 110 km\/h · Storgatan 1, Solna · Varade 5.min, till 21:09/,
  );
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

test('ALARM-035: no open alarm is no comfort where nobody would be told of one, which is said with the way to mend it', async () => {
  const of = (imei: string, reason: 'nobody' | 'off') => ({ imei, kind: 'zone-left' as const, reason });
  await open([], {
    answers: { ...WITH_UNITS.answers, 'alarms.untold': () => ({ units: [of(UNIT.imei, 'nobody'), of('2', 'off')] }) },
  });
  expect(await screen.findByText('Säkerhetslarm från en enhet når ingen.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Välj vem som får larm' }).getAttribute('href')).toContain('alarm-receiver');
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

test('ALARM-035: what is handled at a press in the list is told, and each alarm is again what it was at another', async () => {
  const again = [5, 4].map((id) => alarmOf({ id, at: `2026-11-20T1${id}:20:00Z`, state: id === 4 ? 'seen' : 'new' }));
  const send = await open(again);
  await userEvent.click(await screen.findByRole('button', { name: 'Klarmarkera alla 2' }));
  expect(await screen.findByText('2 larm är åtgärdade.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Ångra' }));
  expect(await screen.findByText('De 2 larmen är som de var.')).toBeDefined();
  expect(sentTo(send, 'alarms.set-state').map(({ body }) => body)).toEqual([
    { ids: [5, 4], state: 'handled' },
    { ids: [5], state: 'new' },
    { ids: [4], state: 'seen' },
  ]);
});

test('ALARM-033: to mark all as seen counts what came again within the quiet time once, as the menu does', async () => {
  const again = [5, 4, 3].map((id) => alarmOf({ id, at: `2026-11-20T1${id}:20:00Z`, telling: id === 3 ? 'told' : 'repeat' }));
  const send = await open([...again, alarmOf({ id: 1, unit: { ...UNIT, id: 12, name: 'Båt' }, telling: 'repeat' })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Markera 2 som sedda' }));
  expect(await screen.findByText('2 larm är markerade som sedda.')).toBeDefined();
  expect(sentTo(send, 'alarms.set-state').map(({ body }) => body)).toEqual([{ ids: [5, 4, 3, 1], state: 'seen' }]);
});

test('14, 0064: a boat that goes too fast is told in knots, everything else in kilometres an hour', async () => {
  const boat = { ...UNIT, id: 12, name: 'Havsörnen', kind: 'boat' } as const;
  await open([alarmOf({ id: 2, unit: boat, value: 55.56, limit: 46.3 }), alarmOf()]);
  const [atSea, ashore] = await screen.findAllByRole('listitem');
  expect(atSea!.textContent).toMatch(/30,0.kn, gräns 25,0.kn/);
  expect(ashore!.textContent).toMatch(/121 km\/h, gräns 110 km\/h/);
});

test('36: a row says first when the alarm came, which the list is in order of; of what is over then from when to when, with its length in one line', async () => {
  const at = { began_at: '2026-11-20T11:32:00Z', at: '2026-11-20T11:52:00Z', ended_at: '2026-11-20T13:42:00Z' };
  const night = { at: '2026-11-19T21:43:00Z', ended_at: '2026-11-20T07:13:00Z' };
  const cold = alarmOf({ kind: 'temperature', subject: 'Bakdörr', value: 13.4, limit: 8, ...at });
  const mode = alarmOf({ id: 2, kind: 'theft-mode', class: 'security', value: null, limit: null, ...night });
  const warm = { ...cold, id: 3, subject: 'Frys', unit: { ...UNIT, id: 12 }, ended_at: null };
  await open([cold, mode, warm]);
  const [goesOn, ...rows] = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows[0]).toMatch(/2026-11-20 12:52 · Som högst 13,4.*Varade 2.h 10.min, från 2026-11-20 12:32 till 14:42/);
  expect(rows[1]).toMatch(/2026-11-19 22:43.*Varade 9.h 30.min, till 2026-11-20 08:13/);
  expect(goesOn, 'what goes on counts from when it began').toMatch(/2026-11-20 12:52.*Pågår sedan 2026-11-20 12:32/);
  expect([...document.querySelectorAll('.unbroken')].map(({ textContent }) => textContent)).toContain('2\u00a0h 10\u00a0min');
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

test('36: the alarms lead whoever chooses the receivers to them', async () => {
  await open([TOWED]);
  await screen.findAllByRole('listitem');
  expect(screen.getByRole('link', { name: 'Vem får veta?' }).getAttribute('href')).toBe(
    '/administration/configure-alarm-receiver',
  );
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
