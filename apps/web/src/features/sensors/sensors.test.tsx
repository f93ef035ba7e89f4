import type { SensorSpan, UnitBluetooth } from '@spora/contract/sensors/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { SensorsScreen } from './list-screen.tsx';
import { BluetoothTab } from './public/bluetooth-tab.tsx';
import { SensorFacts } from './public/sensor-facts.tsx';
import { SensorScreen } from './sensor-screen.tsx';
import { pairedText } from './queries.ts';
import { sensor, UNIT } from './testing.ts';

afterEach(cleanup);

const PENDING = sensor({
  ...{ id: 2, mac: '7C:D9:F4:11:33:46', name: 'Frysen', state: 'pending', value: null },
  expected_by: '2026-11-24T14:20:00Z',
});
const LOOSE = sensor({
  id: 3,
  mac: '7C:D9:F4:01:33:46',
  name: 'Nyckelknippan',
  kind: 'tag',
  state: 'unpaired',
  unit: null,
  since: null,
  value: null,
});
const UNITS = [
  { ...UNIT, is_on: true, sensors: 2, has_room: true },
  { imei: '350000000000025', name: 'Lastbil 2', is_on: false, sensors: 0, has_room: true },
  { imei: '350000000000033', name: 'Full bil', is_on: true, sensors: 4, has_room: false },
];

const answers = (over: FakeAnswers = {}): FakeAnswers => ({
  'sensors.list': () => ({ sensors: [sensor(), PENDING, LOOSE], can: { add: true } }),
  'sensors.units': () => UNITS,
  'sensors.add': () => LOOSE,
  'sensors.pair': () => PENDING,
  'sensors.unpair': () => LOOSE,
  'sensors.save': () => sensor(),
  'alarms.list': () => ({ alarms: [], next: null }),
  'alarms.sensor-receivers': () => ({ alarmReceivers: [], SmsCredits: 0, can: { add: true } }),
  'alarms.receivers': () => ({ alarmReceivers: [], SmsCredits: 0 }),
  ...over,
});
const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!;
const bodies = (send: ReturnType<typeof fakeSend>, id: string) =>
  send.requests.filter((each) => each.id === id).map(({ body }) => body);

test('BLE-012: each sensor with its address, unit, state, value and battery; what waits says since when and until when', async () => {
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send: fakeSend(answers()), language: 'sv' });
  const paired = (await rowOf('Kylen')).textContent;
  for (const part of ['7C:D9:F4:11:0C:40', 'Sensor', 'Kylbil 7', 'Parkopplad', '4,3 °C · 61 % · Stängd', '2,95 V'])
    expect(paired).toContain(part);
  expect(paired, 'the usual state has no date').not.toContain('sedan');
  expect(screen.getByText('Parkopplad').className, 'nor is it as loud as what waits').not.toMatch(/badge/);
  const pending = (await rowOf('Frysen')).textContent;
  for (const part of ['Väntar på enheten', 'sedan 2026-11-20', 'skickas senast 2026-11-24']) expect(pending).toContain(part);
  const loose = (await rowOf('Nyckelknippan')).textContent;
  for (const part of ['Tagg', 'Inte parkopplad']) expect(loose).toContain(part);
});

test('BLE-015: the list says what a value is to stay within, and of one outside the same as its alarm: what it is, which limit and when', async () => {
  const warm = sensor({ id: 4, name: 'Varma kylen', value: { ...sensor().value!, temperature_c: 9.5 } });
  const at = sensor({ id: 5, name: 'Genast', settings: { ...warm.settings, outside_min: 0 }, value: warm.value });
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, {
    send: fakeSend(answers({ 'sensors.list': () => ({ sensors: [sensor(), warm, at], can: { add: true } }) })),
    language: 'sv',
  });
  const within8 = (await rowOf('^Kylen')).textContent;
  expect(within8).toContain('Ska ligga mellan 2,0 °C och 8,0 °C');
  expect(within8).not.toContain('utanför');
  const outside = (await rowOf('Varma kylen')).textContent;
  expect(outside).toContain('9,5 °C, gräns 8,0 °C · 61 % · Stängd');
  expect(outside).toContain('Temperatur utanför gränserna');
  expect(outside).toContain('Larm först när värdet fortfarande ligger utanför efter 20 minuter.');
  expect(outside).not.toContain('Ska ligga');
  expect((await rowOf('Genast')).textContent).not.toContain('Larm först');
});

test('BLE-015: a row shows the alarm of its sensor that nobody has handled, over or not, as a link; the value stays alone beside the name', async () => {
  const warm = sensor({ id: 4, name: 'Varma kylen', value: { ...sensor().value!, temperature_c: 9.5 } });
  const alarm = {
    unit: UNIT,
    kind: 'temperature',
    at: '2026-11-23T08:20:00Z',
    began_at: '2026-11-23T08:00:00Z',
    is_day_only: false,
  };
  const alarms = [
    { ...alarm, id: 7, subject: 'Kylen', ended_at: '2026-11-23T08:42:00Z' },
    { ...alarm, id: 8, subject: 'Varma kylen', ended_at: null },
    { ...alarm, id: 9, subject: 'Frysen', unit: { ...UNIT, imei: '1' }, ended_at: null },
  ];
  const send = fakeSend(
    answers({
      'sensors.list': () => ({ sensors: [sensor(), warm, PENDING], can: { add: true } }),
      'alarms.list': () => ({ alarms, next: null }) as never,
    }),
  );
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  const over = await within(await rowOf('^Kylen')).findByRole('link', {
    name: 'Larmet upphörde 2026-11-23 14:27 men är inte åtgärdat',
  });
  expect(over.getAttribute('href')).toContain('alarm=7');
  expect(within(await rowOf('Varma kylen')).getByRole('link', { name: 'Öppet larm sedan 2026-11-23 14:05' })).toBeDefined();
  expect((await rowOf('Frysen')).textContent, "of another unit's sensor of that name").not.toContain('larm');
  expect(send.requests.find(({ id }) => id === 'alarms.list')!.query, 'of those that nobody has handled').toMatchObject({
    states: 'new,seen',
  });
  const [aside, state] = ['aside', 'plain'].map((card) =>
    [...over.closest('tr')!.querySelectorAll(`[data-card="${card}"]`)].at(-1)!,
  );
  expect(aside!.contains(over)).toBe(false);
  expect(state!.contains(over)).toBe(true);
  expect((state as HTMLElement).dataset['blank'], 'shown on a phone too').toBe('false');
});

test('BLE-015: first stands what is outside its limits now, then what has an alarm that nobody has handled, then the rest', async () => {
  const warm = { ...sensor().value!, temperature_c: 9.5 };
  const sensors = [
    sensor({ id: 3, name: 'Bil' }),
    sensor({ id: 4, name: 'Dörr' }),
    sensor({ id: 5, name: 'Frys', value: warm }),
    sensor({ id: 6, name: 'Källare' }),
    sensor({ id: 7, name: 'Lager', value: warm }),
  ];
  const alarm = { id: 7, unit: UNIT, subject: 'Källare', kind: 'temperature', is_day_only: false, began_at: null };
  const over = { ...alarm, at: '2026-11-23T08:20:00Z', ended_at: '2026-11-23T08:42:00Z' };
  const send = fakeSend(
    answers({
      'sensors.list': () => ({ sensors, can: { add: true } }),
      'alarms.list': () => ({ alarms: [over, { ...over, id: 6 }], next: null }) as never,
    }),
  );
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  await screen.findByRole('link', { name: '2 larm är inte åtgärdade, det senaste upphörde 2026-11-23 14:27' });
  const names = screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
  expect(names).toEqual(['Frys', 'Lager', 'Källare', 'Bil', 'Dörr']);
});

test('BLE-012: of many sensors one is found by name, unit or address, and the address of the page has what was typed', async () => {
  const many = Array.from({ length: 9 }, (_, n) =>
    sensor({ id: n + 10, name: `Givare ${n}`, mac: `7C:D9:F4:11:0C:0${n}`, unit: { ...UNIT, name: `Bil ${n}` } }),
  );
  const show = async (sensors: typeof many) => {
    const asked: unknown[] = [];
    const send = fakeSend(answers({ 'sensors.list': () => ({ sensors, can: { add: true } }) }));
    await renderScreen(<SensorsScreen search={{}} onSearch={(patch) => asked.push(patch)} />, { send, language: 'sv' });
    await rowOf('Givare 1');
    return asked;
  };
  const asked = await show(many);
  const search = screen.getByRole('searchbox', { name: 'Sök namn, enhet eller adress' });
  for (const [typed, name] of [
    ['bil 4', 'Givare 4'],
    ['7cd9f4110c07', 'Givare 7'],
    ['0C:02', 'Givare 2'],
  ] as const) {
    await userEvent.clear(search);
    await userEvent.type(search, typed);
    const names = screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
    expect(names, typed).toEqual([name]);
  }
  await waitFor(() => expect(asked.at(-1)).toEqual({ q: '0C:02' }));
  await userEvent.type(search, 'x');
  await userEvent.click(screen.getAllByRole('button', { name: 'Rensa sökningen' }).at(-1)!);
  expect(screen.getAllByRole('rowheader')).toHaveLength(9);
  cleanup();
  await show(many.slice(0, 8));
  expect(screen.queryByRole('searchbox'), 'few are seen at a glance').toBeNull();
});

test('BLE-015: the page of a sensor says at its head that an alarm is open, and leads to it; when it measured is said as one says it', async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const alarm = { id: 7, unit: UNIT, subject: 'Kylen', kind: 'temperature', is_day_only: false, ended_at: null, began_at: null };
  const send = fakeSend(
    answers({
      'sensors.list': () => ({
        sensors: [sensor({ value: { ...sensor().value!, at: yesterday.toISOString() } })],
        can: { add: true },
      }),
      'sensors.readings': readings,
      'alarms.list': () => ({ alarms: [{ ...alarm, at: yesterday.toISOString() }], next: null }) as never,
    }),
  );
  await renderScreen(<Screen />, { send, language: 'sv', user: signedInUser() });
  const link = await screen.findByRole('link', { name: /^Öppet larm sedan i\sgår/ });
  expect(link.getAttribute('href')).toContain('alarm=7');
  expect(link.parentElement?.querySelector('h2')?.textContent, 'at its head').toBe('Kylen');
  cleanup();
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  expect((await rowOf('Kylen')).querySelector('[data-card="aside"]')?.textContent).toMatch(/i\sgår\s\d\d:\d\d/);
});

test('BLE-012: on a phone a sensor is a card of few lines, with its value beside its name', async () => {
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send: fakeSend(answers()), language: 'sv' });
  const row = await rowOf('Kylen');
  expect(row.closest('table')?.dataset['dense']).toBe('true');
  expect(row.querySelector('[data-card="aside"]')?.textContent).toContain('4,3 °C');
  expect(row.querySelector('[data-card="end"]')?.textContent).toContain('Koppla loss');
  expect(row.querySelectorAll('td:not([data-card])'), 'none takes a line of its own').toHaveLength(0);
  const left = (of: Element) => [...of.querySelectorAll('[data-blank="true"]')].map(({ textContent }) => textContent);
  expect(left(row).join(), 'as it should be').toMatch(/^Parkopplad.*Koppla loss/);
  expect(left(await rowOf('Nyckelknippan')), 'to be paired').toEqual([]);
});

test('BLE-017: a value that ought to have been followed by another is marked as old', async () => {
  const old = sensor({ value: { ...sensor().value!, is_stale: true } });
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, {
    send: fakeSend(answers({ 'sensors.list': () => ({ sensors: [old], can: { add: true } }) })),
    language: 'sv',
  });
  expect((await rowOf('Kylen')).textContent).toContain('Gammalt värde');
});

test('BLE-007: the page says how far a unit hears its sensors', async () => {
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send: fakeSend(answers()), language: 'sv' });
  expect(await screen.findByText(/hör på upp till 50 m i det fria/)).toBeDefined();
});

test('BLE-013: whoever has one unit with room pairs a sensor with that, and is told what happens next', async () => {
  const send = fakeSend(answers({ 'sensors.units': () => UNITS.filter(({ name }) => name !== 'Lastbil 2') }));
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  const row = within(await rowOf('Nyckelknippan'));
  expect(row.getByText('Inte parkopplad')).toBeDefined();
  await userEvent.click(row.getByRole('button', { name: /^Parkoppla/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Parkoppla Nyckelknippan' }));
  expect(await dialog.findByText(/börjar lyssna nästa gång den hör av sig/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Parkoppla' }));
  await waitFor(() => expect(bodies(send, 'sensors.pair')).toMatchObject([{ imei: UNIT.imei }]));
});

test('BLE-014: what is added without a unit and is a tag by its address is said to be one', async () => {
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send: fakeSend(answers()), language: 'sv' });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till sensor' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('MAC-adress'), '7CD9F4013347');
  await userEvent.type(dialog.getByLabelText('Namn'), 'Vagnen');
  await userEvent.click(dialog.getByRole('button', { name: 'Lägg till sensor' }));
  expect(await screen.findByText('Vagnen har lagts till som tagg. Den talar om var den är men mäter inget.')).toBeDefined();
});

test('BLE-013, BLE-008, BLE-014: a sensor is added by its address and a unit with room, after agreeing to what Bluetooth draws', async () => {
  const send = fakeSend(answers());
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till sensor' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('MAC-adress'), '7CD9F4013347');
  expect(dialog.getByText(/Det här är en tagg/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText('Namn'), 'Vagnen');
  // NAV-039: neither Escape nor the button throws away what was typed.
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
  expect(dialog.getByRole<HTMLOptionElement>('option', { name: 'Full bil (4 av 4 sensorer)' }).disabled).toBe(true);
  await userEvent.selectOptions(dialog.getByLabelText('Enhet som hör den'), 'Lastbil 2 (Bluetooth av, 0 av 4 sensorer)');
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Lägg till sensor' });
  await userEvent.click(add);
  expect(dialog.getByText(/^Sensorn hörs bara med Bluetooth på/), 'says why nothing was added').toBeDefined();
  expect(bodies(send, 'sensors.add')).toEqual([]);
  expect(dialog.getByText(/25 mA i vila i stället för 5 mA/)).toBeDefined();
  await userEvent.click(dialog.getByLabelText('Slå på Bluetooth i Lastbil 2'));
  await userEvent.click(add);
  await waitFor(() =>
    expect(bodies(send, 'sensors.pair')).toEqual([{ mac: '7CD9F4013347', imei: '350000000000025', turn_on: true }]),
  );
  expect(bodies(send, 'sensors.add')).toEqual([{ mac: '7CD9F4013347', name: 'Vagnen' }]);
});

test('BLE-009, NAV-039: an error of a new sensor leaves its field as that is mended, also what the server said of it', async () => {
  const inUse = (): never => {
    throw new ApiError(409, 'SensorMacInUse');
  };
  const send = fakeSend(answers({ 'sensors.add': inUse }));
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till sensor' }));
  const dialog = within(await screen.findByRole('dialog'));
  const add = () => userEvent.click(dialog.getByRole('button', { name: 'Lägg till sensor' }));
  const mac = dialog.getByLabelText('MAC-adress');
  await add();
  expect(dialog.getByText('Ange sensorns MAC-adress.')).toBeDefined();
  expect(document.activeElement, 'the first that is wrong').toBe(mac);
  expect(bodies(send, 'sensors.add')).toEqual([]);
  await userEvent.type(mac, '7cd9f4112233');
  expect(dialog.queryByText('Ange sensorns MAC-adress.')).toBeNull();
  expect(dialog.getByText('Ange ett namn.')).toBeDefined();
  await userEvent.type(dialog.getByLabelText('Namn'), 'Kylen');
  expect(dialog.queryByText('Ange ett namn.')).toBeNull();
  await add();
  expect(await dialog.findByText('MAC-adressen är redan registrerad.')).toBeDefined();
  await userEvent.type(mac, '{Backspace}4');
  expect(dialog.queryByText('MAC-adressen är redan registrerad.')).toBeNull();
});

test('BLE-009: an address that a sensor of the list has is told as soon as it is whole, by the name of that, and nothing is sent', async () => {
  const send = fakeSend(answers({}));
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till sensor' }));
  const dialog = within(await screen.findByRole('dialog'));
  const mac = dialog.getByLabelText('MAC-adress');
  await userEvent.type(mac, '7cd9f4110c4');
  expect(dialog.queryByText(/^MAC-adressen är/)).toBeNull();
  await userEvent.type(mac, '0');
  expect(dialog.getByText('MAC-adressen är redan registrerad här, som Kylen.')).toBeDefined();
  expect(mac.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(dialog.getByLabelText('Namn'), 'Kylen igen');
  await userEvent.click(dialog.getByRole('button', { name: 'Lägg till sensor' }));
  expect(bodies(send, 'sensors.add')).toEqual([]);
});

test('BLE-004: a sensor that is heard at once is said to be paired, and not to be paired some time', () => {
  expect([pairedText({ state: 'paired' }), pairedText({ state: 'pending' })]).toEqual(['SensorPaired', 'SensorPairing']);
});

test('BLE-009, ERR-011: what is wrong with an address is told at its field', async () => {
  const refused = (): never => {
    throw new ApiError(422, { mac: ['SensorMacInvalid'] });
  };
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, {
    send: fakeSend(answers({ 'sensors.add': refused })),
    language: 'sv',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till sensor' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('MAC-adress'), '7CD9');
  await userEvent.type(dialog.getByLabelText('Namn'), 'Vagnen');
  await userEvent.click(dialog.getByRole('button', { name: 'Lägg till sensor' }));
  expect(await dialog.findByText('Det är ingen MAC-adress. Den har 12 tecken, 0–9 och A–F.')).toBeDefined();
  expect(dialog.getByLabelText('MAC-adress').getAttribute('aria-invalid')).toBe('true');
});

test('ERR-012: without a unit that can take a sensor it says so', async () => {
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, {
    send: fakeSend(answers({ 'sensors.units': () => [] })),
    language: 'sv',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Parkoppla: Nyckelknippan' }));
  expect(await screen.findByText(/Ingen enhet kan ta emot en sensor/)).toBeDefined();
});

test('BLE-005, BLE-018: turning Bluetooth off names the sensors that it unpairs, and asks first', async () => {
  const unit: UnitBluetooth = {
    ...UNIT,
    is_on: true,
    is_pending: false,
    profile: { is_confirmed: false, source: '' },
    sensors: [sensor(), PENDING],
    idle_draw_ma: { without: 5, with: 25 },
    can: { edit: true },
  };
  const send = fakeSend(
    answers({ 'sensors.unit': () => unit, 'sensors.disable': () => ({ ...unit, is_on: false, sensors: [] }) }),
  );
  await renderScreen(<BluetoothTab imei={UNIT.imei} />, { send, language: 'sv' });
  await userEvent.click(await screen.findByRole('switch', { name: 'Bluetooth i enheten' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Kylen (7C:D9:F4:11:0C:40)',
    'Frysen (7C:D9:F4:11:33:46)',
  ]);
  expect(bodies(send, 'sensors.disable')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Stäng av' }));
  await waitFor(() => expect(bodies(send, 'sensors.disable')).toEqual([{ confirm: true }]));
});

function Screen(): ReactNode {
  const [span, setSpan] = useState<SensorSpan>('24h');
  return <SensorScreen id={1} span={span} onSpan={setSpan} onGone={() => undefined} renderMap={() => null} />;
}

const readings = () => ({
  from: '2026-11-22T09:00:00.000Z',
  to: '2026-11-23T09:00:00.000Z',
  step_s: 300,
  points: [
    { at: '2026-11-22T10:00:00.000Z', temperature_c: { min: 3, max: 5, mean: 4 }, humidity_pct: null, is_open: null },
    { at: '2026-11-22T10:05:00.000Z', temperature_c: { min: 4, max: 9, mean: 6.5 }, humidity_pct: null, is_open: null },
  ],
  figures: { temperature_c: { min: 3, max: 9, mean: 5.25 }, humidity_pct: null },
});

test('BLE-016, NAV-035: the chart tells lowest, highest and mean, and the time is of choice', async () => {
  const send = fakeSend(answers({ 'sensors.readings': readings }));
  await renderScreen(<Screen />, {
    send,
    language: 'sv',
    user: signedInUser(),
  });
  expect(
    await screen.findByRole('img', { name: /Temperatur\. Lägst 3,0 °C, högst 9,0 °C, medel över tiden 5,3 °C/ }),
  ).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: '30 dagar' }));
  await waitFor(() =>
    expect(send.requests.filter(({ id }) => id === 'sensors.readings').map(({ query }) => query)).toEqual([
      { span: '24h' },
      { span: '30d' },
    ]),
  );
});

test('BLE-016: a chart says in words how long and how often a value was outside, since when it is, and from when there are values', async () => {
  const warm = sensor({ value: { ...sensor().value!, temperature_c: 8.9, is_open: null } });
  const passed = {
    measure: 'temperature' as const,
    side: 'above' as const,
    limit: 8,
    limit_since: null as string | null,
    stretches: [{ at: '2026-11-22T11:28:00Z', lasted_s: 7680, furthest: 12 }],
    times: 3,
    total_s: 33_600,
    longest_s: 9600,
  };
  const show = async (since: string | null, over: object = {}) => {
    const send = fakeSend(
      answers({
        'sensors.list': () => ({ sensors: [warm], can: { add: true } }),
        'sensors.readings': () => ({
          ...readings(),
          points: readings().points.map((each) => ({ ...each, humidity_pct: each.temperature_c })),
          outside: [{ ...passed, since, since_may_be_older: false }],
          ...over,
        }),
      }),
    );
    await renderScreen(<Screen />, {
      send,
      language: 'sv',
      user: signedInUser(),
    });
    await screen.findByText(/^Lägst 3,0/);
    return document.body.textContent.replaceAll('\u00a0', ' ');
  };
  const since = new Date(Date.now() - 130.5 * 60_000).toISOString();
  const text = await show(since);
  expect(text).toContain('Över 8,0 °C 3 gånger, sammanlagt 9 h 20 min, som längst 2 h 40 min');
  expect(text).toContain('Utanför i 2 h 10 min');
  const begins = 'Värden finns från 2026-11-22 11:00. Lägst, högst och medel gäller från dess.';
  expect(screen.getAllByText(begins), 'of both measures at once').toHaveLength(1);
  expect(
    screen.getAllByText('Larm först när värdet fortfarande ligger utanför efter 20 minuter.'),
    'once on the page',
  ).toHaveLength(1);
  expect(screen.getByText('gräns 8,0 °C')).toBeDefined();
  expect(screen.queryByText('En magnet vid sensorn betyder'), 'it has none').toBeNull();
  expect(text).not.toContain('dagens gräns');
  // Each of the times, which an inspector asks for.
  await userEvent.click(screen.getByText('När och hur länge'));
  expect(screen.getByText(/^2026-11-22 12:28/).closest('li')!.textContent).toMatch(
    /^2026-11-22 12:28 till 14:362.h 08.minhögst 12,0.°C$/,
  );
  cleanup();
  // Of a limit that was changed on the way it says by which one the past is counted.
  const changed = { ...passed, since: null, since_may_be_older: false, limit_since: '2026-11-23T08:00:00Z' };
  expect(await show(null, { outside: [changed] })).toContain('Räknat med dagens gräns 8,0 °C, som gäller sedan 2026-11-23 09:00');
  cleanup();
  expect(await show(null, { outside: [] })).toContain('Inom gränserna hela tiden');
});

test('BLE-015: the head of a sensor says whether its value is within the limit, which that is and how old it is; the rest is folded away', async () => {
  const at = new Date(Date.now() - 10 * 60_000).toISOString();
  const show = async (value: object) => {
    const one = sensor({ value: { ...sensor().value!, at, humidity_pct: null, is_open: null, is_stale: false, ...value } });
    const send = fakeSend(
      answers({ 'sensors.readings': readings, 'sensors.list': () => ({ sensors: [one], can: { add: true } }) }),
    );
    await renderScreen(<Screen />, { send, language: 'sv', user: signedInUser() });
    const head = (await screen.findByRole('heading', { name: 'Kylen' })).parentElement!;
    return { head, text: head.textContent.replaceAll('\u00a0', ' ') };
  };
  const { head, text } = await show({ temperature_c: 5.5 });
  expect(text).toMatch(/^Kylen5,5 °CInom gränsenSka ligga mellan 2,0 °C och 8,0 °CSenast .*, för (9|10) min sedan/);
  expect(
    within(head)
      .getByText(/MAC-adress/)
      .closest('details')!.open,
  ).toBe(false);
  cleanup();
  expect((await show({ temperature_c: 8.9 })).text).toMatch(/^Kylen8,9 °C, gräns 8,0 °CTemperatur utanför gränsernaSenast/);
  cleanup();
  expect((await show({ temperature_c: 5.5, is_stale: true })).text, 'of long ago nothing is said of now').not.toContain('Inom');
});

test('BLE-016: each time outside leads to its alarm, what was too short has none, and what is listed adds up', async () => {
  const stretches = [
    { at: '2026-11-23T05:02:40Z', lasted_s: 1230, furthest: 9.1 },
    { at: '2026-11-22T11:29:00Z', lasted_s: 7640, furthest: 12 },
    // For seconds, and by less than a tenth.
    { at: '2026-11-22T10:00:10Z', lasted_s: 20, furthest: 8.02 },
    { at: '2026-11-22T09:04:00Z', lasted_s: 600, furthest: 8.4 },
  ];
  const outside = {
    ...{ measure: 'temperature', side: 'above', limit: 8, limit_since: null, since: null, since_may_be_older: false },
    ...{ stretches, times: 4, total_s: 9490, longest_s: 7640 },
  };
  const alarm = { id: 31, kind: 'temperature', subject: 'Kylen', at: '2026-11-22T11:49:00.000Z', is_day_only: false };
  const send = fakeSend(
    answers({
      'sensors.readings': () => ({ ...readings(), outside: [outside] }) as never,
      'alarms.list': () => ({ alarms: [alarm, { ...alarm, id: 32, subject: 'Frysen' }], next: null }) as never,
    }),
  );
  await renderScreen(<Screen />, { send, language: 'sv', user: signedInUser() });
  await userEvent.click(await screen.findByText('När och hur länge'));
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent.replaceAll('\u00a0', ' '));
  const list = rows.filter((row) => row.includes('högst'));
  expect(list).toEqual([
    '2026-11-23 06:02 till 06:2321 minhögst 9,1 °C',
    expect.stringMatching(/^2026-11-22 12:29 till 14:362 h 07 minhögst 12,0 °CLarm 12:49$/) as string,
    '2026-11-22 11:001 minhögst 8,02 °C',
    // It began before what is shown.
    'redan 2026-11-22 10:04 och till 10:1410 minhögst 8,4 °C',
  ]);
  expect(screen.getAllByRole('link', { name: 'Larm 12:49' })).toHaveLength(1);
  // 2 h 07 min, 21 min, 1 min and 10 min by the clock times, though the seconds make less.
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain('sammanlagt 2 h 39 min');
  const [sum, curve, listed] = [
    screen.getByText(/sammanlagt/),
    screen.getAllByRole('img')[0]!,
    screen.getByText('När och hur länge'),
  ];
  const follows = (a: Node, b: Node) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([follows(sum, curve), follows(curve, listed)], 'the list does not push the curve down').toEqual([true, true]);
});

test('ALARM-029: a sensor names who gets its alarms, of the unit those whose function alarms are on, and says where nobody does', async () => {
  const receiver = (name: string, function_alarm: 0 | 1) => ({
    ...{ id: name.length, name, email: `${name}@example.test`, phone: '', country_code: '', security_alarm: 1, function_alarm },
    ...{ push_notification: 0, state: 'active' },
  });
  const show = async (of: readonly object[]) => {
    const send = fakeSend(
      answers({
        'sensors.readings': readings,
        'units.list': () => ({ units: [{ id: 7, imei: UNIT.imei }] }) as never,
        'alarms.unit-receivers': () => ({ alarmReceivers: of, SmsCredits: 0, can: { add: true } }) as never,
      }),
    );
    await renderScreen(<Screen />, { send, language: 'sv', user: signedInUser({ IsAdmin: true }) });
  };
  await show([receiver('Maja', 1), receiver('Jouren', 0)]);
  expect(await screen.findByText('Sensorn har inga egna mottagare. Larmen går till Maja, som får enhetens larm.')).toBeDefined();
  cleanup();
  await show([receiver('Jouren', 0)]);
  expect(await screen.findByText(/^Ingen får veta när sensorn larmar/)).toBeDefined();
});

test('ALARM-029, BLE-013: whom the alarms of a new sensor would reach is said while its unit is chosen, and that nobody would', async () => {
  const add = async (function_alarm: 0 | 1, isAdmin: boolean) => {
    const maja = {
      id: 1,
      name: 'Maja',
      email: 'maja@example.test',
      phone: '',
      country_code: '',
      security_alarm: 1,
      function_alarm,
    };
    const of = [{ ...maja, push_notification: 0, state: 'active' }];
    const send = fakeSend(
      answers({
        'units.list': () => ({ units: [{ id: 7, imei: UNIT.imei }] }) as never,
        'alarms.unit-receivers': () => ({ alarmReceivers: of, SmsCredits: 0, can: { add: true } }) as never,
      }),
    );
    await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, {
      send,
      language: 'sv',
      user: signedInUser({ IsAdmin: isAdmin }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Lägg till sensor' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(await dialog.findByLabelText('Enhet som hör den'), UNIT.imei);
    return { dialog, send };
  };
  const told = await add(1, true);
  expect(await told.dialog.findByText('Sensorns larm går till Maja, som får enhetens larm.', { exact: false })).toBeDefined();
  cleanup();
  const untold = await add(0, true);
  expect(await untold.dialog.findByText(/^Ingen får veta när sensorn larmar/)).toBeDefined();
  cleanup();
  const member = await add(1, false);
  expect(bodies(member.send, 'alarms.unit-receivers'), 'who is told is for administrators').toEqual([]);
});

test('BLE-013: pairing says which unit and what is lacking, instead of a button that is off', async () => {
  const send = fakeSend(answers());
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  await userEvent.click(await screen.findByRole('button', { name: 'Parkoppla: Nyckelknippan' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText('Enhet som hör den');
  await userEvent.click(dialog.getByRole('button', { name: 'Parkoppla' }));
  expect(dialog.getByText('Välj vilken enhet som ska höra sensorn.')).toBeDefined();
  await userEvent.selectOptions(dialog.getByLabelText('Enhet som hör den'), '350000000000025');
  expect(dialog.getByText(/^Sensorn hörs bara med Bluetooth på/)).toBeDefined();
  expect(bodies(send, 'sensors.pair')).toEqual([]);
});

test('MAP-021: the card of a unit tells each sensor by its name, and marks what is beyond its limit', async () => {
  const door = sensor({
    id: 4,
    name: 'Bakdörren',
    value: { ...sensor().value!, temperature_c: 10.1, humidity_pct: null, is_open: null },
  });
  const elsewhere = sensor({ id: 5, name: 'Annan bil', unit: UNITS[1]! });
  const send = fakeSend(answers({ 'sensors.list': () => ({ sensors: [sensor(), door, elsewhere], can: { add: true } }) }));
  const card = (imei: string) => (
    <dl>
      <SensorFacts imei={imei} otherwise={<p>6,0 °C</p>} />
    </dl>
  );
  await renderScreen(card(UNIT.imei), { send, language: 'sv', user: signedInUser() });
  await screen.findByText('Kylen');
  const facts = [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling!]);
  const at = ' · senast 2026-11-23 10:00';
  expect(facts.map(([name, value]) => [name, (value as Element).textContent.replaceAll('\u00a0', ' ')])).toEqual([
    ['Kylen', `4,3 °C · luftfuktighet 61 % · StängdSka ligga mellan 2,0 °C och 8,0 °C${at}`],
    ['Bakdörren', `10,1 °C, gräns 8,0 °C${at.slice(3)}`],
  ]);
  expect(screen.getByRole('link', { name: 'Kylen' }).getAttribute('href'), 'to its curve').toMatch(/sensors\/1$/);
  expect(facts.map(([, value]) => (value as Element).innerHTML.includes('breach'))).toEqual([false, true]);
  cleanup();
  await renderScreen(card('350000000000033'), { send, language: 'sv', user: signedInUser() });
  expect(await screen.findByText('6,0 °C'), 'of a unit without sensors what its tracker tells').toBeDefined();
});

test('BLE-016: the file tells vehicle, period, limits and how long a row is, and has no column that is empty', async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (blob: Blob) => (saved.push(blob), 'blob:1');
  URL.revokeObjectURL = () => undefined;
  const press = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    names.push(this.download);
  };
  const send = fakeSend({ ...answers({ 'sensors.readings': readings }), 'exports.record-list': () => ({}) });
  await renderScreen(<Screen />, { send, language: 'sv', user: signedInUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Exportera CSV' }));
  await waitFor(() => expect(names).toHaveLength(1));
  HTMLAnchorElement.prototype.click = press;
  expect(names).toEqual(['Kylen_Kylbil-7_2026-11-22_2026-11-23.csv']);
  const [head, first] = (await saved[0]!.text()).replaceAll('\u00a0', ' ').split('\r\n');
  expect(head).toMatch(
    /Sensor;Enhet som hör den;Från \(en rad är 5 min\);Temperatur °C medel;.*lägst;.*högst;Undre gräns nu: Temperatur °C;Övre gräns nu: Temperatur °C$/,
  );
  expect(first).toBe('Kylen;Kylbil 7;2026-11-22 11:00;4;3;5;2;8');
});

test('BLE-015, BLE-007: limits may be below zero, with a comma, and only what is typed is changed', async () => {
  const send = fakeSend(answers({ 'sensors.readings': readings }));
  await renderScreen(<Screen />, {
    send,
    language: 'sv',
    user: signedInUser(),
  });
  expect(await screen.findByText(/Magneten måste komma inom 1\scm/)).toBeDefined();
  const low = await screen.findByLabelText('Lägsta temperatur (°C)');
  await userEvent.clear(low);
  await userEvent.type(low, '-18,5');
  // NAV-039: the page is not left with it unsaved.
  expect(hasUnsaved()).toBe(true);
  await userEvent.click(screen.getByLabelText('Larma när dörren står öppen'));
  await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
  await waitFor(() =>
    expect(bodies(send, 'sensors.save')).toEqual([
      {
        ...sensor().settings,
        name: 'Kylen',
        temperature_low_c: -18.5,
        door_alarm: true,
        was: { name: 'Kylen', ...sensor().settings },
      },
    ]),
  );
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

test('BLE-015, CONST-005: a limit that is refused says between which numbers it may be, and no longer once it is', async () => {
  const refuse = (): never => {
    throw new ApiError(422, { temperature_low_c: ['OutOfLimits'], outside_min: ['OutOfLimits'] });
  };
  await renderScreen(<Screen />, {
    send: fakeSend(answers({ 'sensors.readings': readings, 'sensors.save': refuse })),
    language: 'sv',
    user: signedInUser(),
  });
  const low = await screen.findByLabelText('Lägsta temperatur (°C)');
  await userEvent.clear(low);
  await userEvent.type(low, '-20,1');
  const outside = screen.getByLabelText('Minuter utanför innan larm');
  await userEvent.clear(outside);
  await userEvent.type(outside, '2000');
  await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
  expect(await screen.findByText('Ange ett tal mellan −20 och 60.')).toBeDefined();
  expect(screen.getByText(/^Ange ett tal mellan 0 och 1.440\.$/)).toBeDefined();
  await userEvent.clear(low);
  await userEvent.type(low, '-20');
  expect(screen.queryByText(/mellan −20 och 60|utanför gränserna/)).toBeNull();
});

test('BLE-019, BLE-014: a tag tells by which unit it was heard last, when, and within 50 m of it on a map', async () => {
  const place = { unit: UNIT, at: '2026-11-23T09:00:00Z', lat: 59.3, lng: 18, uncertainty_m: 50 };
  const send = fakeSend(answers({ 'sensors.list': () => ({ sensors: [{ ...LOOSE, place }], can: { add: true } }) }));
  await renderScreen(
    <SensorScreen
      id={3}
      span="24h"
      onSpan={() => undefined}
      onGone={() => undefined}
      renderMap={({ label, place: { lat, lng } }) => <p>{`${label} ${lat} ${lng}`}</p>}
    />,
    { send, language: 'sv', user: signedInUser() },
  );
  expect(await screen.findByText(/^Hörd av Kylbil 7 2026-11-23 .*, inom 50 m från den\. 59\.3 18$/)).toBeDefined();
  expect(screen.queryByLabelText('Lägsta temperatur (°C)')).toBeNull();
});
