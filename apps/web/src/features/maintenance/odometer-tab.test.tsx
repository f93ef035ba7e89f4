import type { OdometerDetails, OperatingDetails, Reading } from '@spora/contract/maintenance/readings';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { AboutUnit } from '../../lib/unit-measures.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { CorrectOdometer } from './public/correct-odometer.tsx';
import { OdometerTab } from './public/odometer-tab.tsx';
import { HOURS_LIMITS, hoursWarnings, ODOMETER_LIMITS, readReading, scaleOf, toldUntil } from './reading-model.ts';

afterEach(cleanup);
const IMEI = '350000000000017';

const reading = (over: Partial<Reading> & { id: number; value: number }): Reading => ({
  time: '2026-11-01T08:00:00Z',
  user: 'Maja Ek',
  source: 'person',
  saved_at: '2026-11-01T08:05:00Z',
  removed_at: null,
  removed_by: null,
  ...over,
});
const odometer = (over: Partial<OdometerDetails> = {}): OdometerDetails => ({
  current_km: 84_312.4,
  current_source: 'reading',
  counted_until: '2026-11-02T09:59:00Z',
  is_missing: false,
  rows: [reading({ id: 2, value: 84_000 })],
  factor: { value: 1, from: null },
  factor_proposal: null,
  can: { save: true, set_factor: true },
  ...over,
});
const hours = (over: Partial<OperatingDetails> = {}): OperatingDetails => ({
  current_hours: 1200.5,
  source: 'ignition',
  counted_until: '2026-11-02T09:59:00Z',
  is_missing: false,
  available: ['ignition'],
  rows: [],
  can: { save: true },
  ...over,
});

async function open(answers: FakeAnswers = {}, kind: 'vehicle' | 'boat' = 'vehicle') {
  const told: string[] = [];
  const send = fakeSend({ 'maintenance.odometer': () => odometer(), 'maintenance.operating-time': () => hours(), ...answers });
  const tab = (
    <AboutUnit kind={kind}>
      <OdometerTab imei={IMEI} onChanged={() => told.push('changed')} />
    </AboutUnit>
  );
  await renderScreen(tab, { send, user: signedInUser() });
  const part = async (name: string) => within(await screen.findByRole('region', { name }));
  const sent = (id: string) => send.requests.filter((request) => request.id === id).map(({ body }) => body);
  await screen.findByText(kind === 'boat' ? /\(84.312\.4.km\)$/ : '84 312 km');
  return { user: userEvent.setup(), part, sent, told };
}
const TRIP = {
  id: 1,
  time: '2026-11-02T07:00:00Z',
  is_masked: false,
  start_before_km: 84_000,
  start_after_km: 84_100,
  stop_before_km: 84_020,
  stop_after_km: 84_120,
};

test('13-A1: of a boat the reading and its history say nautical miles before the kilometres that are kept', async () => {
  const tab = (
    <AboutUnit kind="boat">
      <OdometerTab imei={IMEI} onChanged={() => undefined} />
    </AboutUnit>
  );
  const answers = { 'maintenance.odometer': () => odometer({ current_km: 1852.3 }), 'maintenance.operating-time': () => hours() };
  await renderScreen(tab, { send: fakeSend(answers), user: signedInUser() });
  expect(await screen.findByText('1 000.2 nm (1 852.3 km)')).toBeTruthy();
  expect(screen.getByText(/^45.356\.4 nm \(84.000 km\)$/)).toBeTruthy();
});

test('13b: a boat’s reading is typed in the nautical miles that its heading is told in', async () => {
  const send = fakeSend({
    'maintenance.odometer': () => odometer({ current_km: 1852.3 }),
    'maintenance.operating-time': () => hours(),
    'maintenance.preview-odometer': () => ({ expected_km: 1852, shown_km: 1852, warnings: ['jump'], count: 1, trips: [TRIP] }),
  });
  const tab = (
    <AboutUnit kind="boat">
      <OdometerTab imei={IMEI} onChanged={() => undefined} />
    </AboutUnit>
  );
  await renderScreen(tab, { send, user: signedInUser() });
  const person = userEvent.setup();
  const section = within(await screen.findByRole('region', { name: 'Reading of the log' }));
  await person.type(await section.findByRole('textbox', { name: 'Reading of the log' }), '2 500');
  await person.click(section.getByRole('button', { name: 'Show what changes' }));
  expect(await section.findByText(/more than 1.000.nm from the 1.000.nm that was expected/)).toBeTruthy();
  expect(section.getByText(/45 410\.4–45 421\.2/)).toBeTruthy();
  expect(send.requests.find(({ id }) => id === 'maintenance.preview-odometer')?.body).toEqual({ value: 4630 });
});

test('UNIT-022: a boat’s first reading is held against what its tracker shows, in nautical miles, and a far one is confirmed', async () => {
  const { user, part, sent } = await open(
    {
      'maintenance.preview-odometer': () => ({ expected_km: null, shown_km: 463, warnings: ['far'], count: 0, trips: [] }),
      'maintenance.save-odometer': () => odometer({}),
    },
    'boat',
  );
  const section = await part('Reading of the log');
  await user.type(section.getByRole('textbox', { name: 'Reading of the log' }), '2500');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  const panel = within(await section.findByRole('group', { name: 'What the reading changes' }));
  const told = (label: string) => panel.getByText(label).nextElementSibling?.textContent;
  expect([told('Shown now'), told('With the reading'), told('Difference')]).toEqual([
    '250\u00a0nm (463\u00a0km)',
    '2\u202f500\u00a0nm (4\u202f630\u00a0km)',
    '+2\u202f250\u00a0nm',
  ]);
  expect(panel.getByText(/about ten times the 250.nm that was expected/)).toBeTruthy();
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save the reading' }).disabled).toBe(true);
  await user.click(panel.getByLabelText('The reading is right'));
  await user.click(panel.getByRole('button', { name: 'Save the reading' }));
  await waitFor(() => expect(sent('maintenance.save-odometer')).toEqual([{ value: 4630, confirmed: true }]));
});

test('UNIT-022: a reading that nothing can be compared with says so', async () => {
  const { user, part } = await open({
    'maintenance.preview-odometer': () => ({ expected_km: null, shown_km: null, warnings: [], count: 0, trips: [] }),
  });
  const section = await part('Odometer');
  await user.type(section.getByLabelText('Odometer on the dashboard'), '84400');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  expect(await section.findByText(/nothing to compare it with/)).toBeTruthy();
  expect(section.getByText('Shown now').nextElementSibling?.textContent).toBe('Not known');
});

test('SRV-006: operating hours are shown before and after a reading, and a leap is confirmed before it is saved', async () => {
  const { user, part, sent } = await open({ 'maintenance.save-operating-time': () => hours({ current_hours: 12_005 }) });
  const section = await part('Operating hours');
  await user.type(section.getByLabelText('Hours on the meter'), '12005');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  expect(section.getByText('Shown now').nextElementSibling?.textContent).toBe('1\u202f200.5\u00a0h');
  expect(section.getByText('Difference').nextElementSibling?.textContent).toBe('+10\u202f804.5\u00a0h');
  expect(section.getByText(/about ten times the 1.200\.5.h that was expected/)).toBeTruthy();
  expect(sent('maintenance.save-operating-time')).toEqual([]);
  await user.click(section.getByLabelText('The reading is right'));
  await user.click(section.getByRole('button', { name: 'Save the reading' }));
  await waitFor(() => expect(sent('maintenance.save-operating-time')).toEqual([{ value: 12_005 }]));
});

test('SRV-006: hours that fall, leap or are more than any engine runs are odd, also between two readings of the past', () => {
  const rows = [
    reading({ id: 2, value: 900, time: '2026-11-01T08:00:00Z' }),
    reading({ id: 1, value: 800, time: '2026-10-01T08:00:00Z' }),
  ];
  const known = { current_hours: 1000, rows };
  const now = (value: number, of = known) => hoursWarnings(of, { value, time: undefined });
  const past = (value: number, time = '2026-10-15T08:00:00Z') => hoursWarnings(known, { value, time });
  expect([now(1001), now(990), now(1201)]).toEqual([[], ['fall'], ['jump']]);
  expect([past(850), past(790), past(950), past(700, '2026-09-01T08:00:00Z')]).toEqual([[], ['fall'], ['fall'], []]);
  expect(hoursWarnings({ current_hours: null, rows: [] }, { value: 60_000, time: undefined })).toEqual(['large']);
});

test('13b: what nobody knows is not said to be just updated', async () => {
  const send = fakeSend({
    'maintenance.odometer': () => odometer({}),
    'maintenance.operating-time': () => hours({ current_hours: null }),
  });
  await renderScreen(<OdometerTab imei={IMEI} onChanged={() => undefined} />, { send, user: signedInUser() });
  const section = within(await screen.findByRole('region', { name: 'Operating hours' }));
  expect((await section.findByText('Not known')).parentElement?.textContent).not.toMatch(/updated/);
});

test('UNIT-022: the trips that change are shown before anything is saved, then the reading is saved and told', async () => {
  const { user, part, sent, told } = await open({
    'maintenance.preview-odometer': () => ({ expected_km: 84_000, shown_km: 84_000, warnings: [], count: 1, trips: [TRIP] }),
    'maintenance.save-odometer': () => odometer({ current_km: 84_400, rows: [reading({ id: 3, value: 84_400 })] }),
  });
  const section = await part('Odometer');
  await user.type(section.getByLabelText('Odometer on the dashboard'), '84 400');
  expect(hasUnsaved()).toBe(true);
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  expect(await section.findByText('1 trip gets another odometer.')).toBeTruthy();
  const trips = within(section.getByRole('table', { name: 'Trips that change' }));
  expect(trips.getByText(/84 100\.0–84 120\.0/)).toBeTruthy();
  expect(sent('maintenance.save-odometer')).toEqual([]);
  await user.click(section.getByRole('button', { name: 'Save the reading' }));
  expect(await section.findAllByText('84 400 km')).toHaveLength(2);
  expect(sent('maintenance.save-odometer')).toEqual([{ value: 84_400, confirmed: false }]);
  expect(told).toEqual(['changed']);
  expect(hasUnsaved()).toBe(false);
});

test('UNIT-022, I18N-010: the time of a reading is year, month, day, hour and minute, and goes out by the account’s clock', async () => {
  const { user, part, sent } = await open({
    'maintenance.preview-odometer': () => ({ expected_km: 84_000, shown_km: 84_000, warnings: [], count: 0, trips: [] }),
  });
  const section = await part('Odometer');
  await user.type(section.getByLabelText('Odometer on the dashboard'), '84400');
  const segments = within(section.getByRole('group', { name: 'Read' }));
  for (const [name, keys] of [
    [/^year/, '2026'],
    [/^month/, '11'],
    [/^day/, '02'],
    [/^hour/, '10'],
    [/^minute/, '05'],
  ] as const) {
    segments.getByRole('spinbutton', { name }).focus();
    await user.keyboard(keys);
  }
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  expect(await section.findByText(/No trip/)).toBeTruthy();
  expect(sent('maintenance.preview-odometer')).toEqual([{ value: 84_400, time: '2026-11-02T09:05:00.000Z' }]);
});

test('UNIT-022: a fall or a jump is warned of, and saved only once it is confirmed', async () => {
  const { user, part, sent } = await open({
    'maintenance.preview-odometer': () => ({
      expected_km: 84_312,
      shown_km: 84_312,
      warnings: ['fall', 'jump'],
      count: 0,
      trips: [],
    }),
    'maintenance.save-odometer': () => odometer({ current_km: 12 }),
  });
  const section = await part('Odometer');
  await user.type(section.getByLabelText('Odometer on the dashboard'), '12');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  expect(await section.findByText(/The odometer would fall\. 84 312 km was expected/)).toBeTruthy();
  expect(section.getByText(/more than 2\s000 km/)).toBeTruthy();
  const save = section.getByRole<HTMLButtonElement>('button', { name: 'Save the reading' });
  expect(save.disabled).toBe(true);
  await user.click(section.getByLabelText('The reading is right'));
  await user.click(save);
  await waitFor(() => expect(sent('maintenance.save-odometer')).toEqual([{ value: 12, confirmed: true }]));
});

test('UNIT-022: what is no reading is told in its field, and a refusal leaves what was typed', async () => {
  const { user, part, sent } = await open({
    'maintenance.preview-odometer': () => {
      throw new ApiError(422, 'ReadingInFuture');
    },
  });
  const section = await part('Odometer');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  expect(section.getByText('Enter the odometer, in kilometres.')).toBeTruthy();
  expect(sent('maintenance.preview-odometer')).toEqual([]);
  await user.type(section.getByLabelText('Odometer on the dashboard'), '84400');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  expect((await section.findByRole('alert')).textContent).toContain('is in the future');
  expect(section.getByLabelText<HTMLInputElement>('Odometer on the dashboard').value).toBe('84400');
});

test('UNIT-022: a reading is taken back and stays in sight', async () => {
  const { user, part } = await open({
    'maintenance.remove-odometer': () =>
      odometer({ rows: [reading({ id: 2, value: 84_000, removed_at: '2026-11-02T10:00:00Z', removed_by: 'Otto Admin' })] }),
  });
  const section = await part('Odometer');
  await user.click(section.getByRole('button', { name: /Take back 84/ }));
  expect((await section.findByText(/^Taken back by Otto Admin/)).textContent).toBe('Taken back by Otto Admin 2026-11-02 11:00');
  expect(section.getByText('84 000 km').tagName).toBe('DEL');
});

test('UNIT-022: a preview that is open follows a reading that is taken back, in the words of a boat and by the figures that are shown', async () => {
  let shown_km = 459_296;
  const { user, part } = await open(
    {
      'maintenance.preview-odometer': () => {
        const warnings = shown_km > 46_000 ? (['fall', 'jump'] as const) : [];
        return { expected_km: shown_km, shown_km, warnings: [...warnings], count: 0, trips: [] };
      },
      'maintenance.remove-odometer': () => {
        shown_km = 45_929.5;
        return odometer({
          rows: [reading({ id: 2, value: 84_000, removed_at: '2026-11-02T10:00:00Z', removed_by: 'Otto Admin' })],
        });
      },
    },
    'boat',
  );
  const section = await part('Reading of the log');
  await user.type(section.getByRole('textbox', { name: 'Reading of the log' }), '24801');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  const told = () => section.getByText('Shown now').nextElementSibling?.textContent;
  await waitFor(() => expect(told()).toMatch(/^248.000.nm/));
  expect(section.getByText(/^The log would fall/)).toBeTruthy();
  expect(section.getAllByText(/Check the reading/)).toHaveLength(1);
  await user.click(section.getByRole('button', { name: /Take back/ }));
  await waitFor(() => expect(told()).toMatch(/^24.800.nm/));
  expect(section.queryByText(/would fall/)).toBeNull();
  expect(section.getByText('Difference').nextElementSibling?.textContent).toBe('+1\u00a0nm');
});

test('UNIT-022: of a boat the tenths of the log that were typed stand in the check, the saved row and the headline, and saving is undone', async () => {
  const saved = () =>
    odometer({ current_km: 2315.9, rows: [reading({ id: 3, value: 2315.9 }), reading({ id: 2, value: 2000 })] });
  const { user, part, sent } = await open(
    {
      'maintenance.preview-odometer': () => ({ expected_km: 2100, shown_km: 2100, warnings: [], count: 0, trips: [] }),
      'maintenance.save-odometer': saved,
      'maintenance.remove-odometer': () => odometer({ current_km: 2100 }),
    },
    'boat',
  );
  const section = await part('Reading of the log');
  expect(section.queryByText('Nothing is saved yet.'), 'nothing is typed').toBeNull();
  await user.type(section.getByRole('textbox', { name: 'Reading of the log' }), '1250,5');
  expect(section.getByText('Nothing is saved yet.')).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  const panel = within(await section.findByRole('group', { name: 'What the reading changes' }));
  expect(panel.getByText('With the reading').nextElementSibling?.textContent).toBe('1\u202f250.5\u00a0nm (2\u202f315.9\u00a0km)');
  await user.click(panel.getByRole('button', { name: 'Save the reading' }));
  expect(await section.findAllByText('1 250.5 nm (2 315.9 km)')).toHaveLength(2);
  expect(section.queryByText('Nothing is saved yet.')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('maintenance.remove-odometer')).toHaveLength(1));
});

test('UNIT-022: a car that was read off with tenths is told with them; what is counted on from there as its dashboard shows it', async () => {
  const { part } = await open({ 'maintenance.odometer': () => odometer({ current_km: 84_312.4 }) });
  const section = await part('Odometer');
  expect(section.getByText('84 312 km')).toBeTruthy();
  cleanup();
  const typed = { current_km: 1250.5, rows: [reading({ id: 2, value: 1250.5 })] };
  const send = fakeSend({ 'maintenance.odometer': () => odometer(typed), 'maintenance.operating-time': () => hours() });
  await renderScreen(<OdometerTab imei={IMEI} onChanged={() => undefined} />, { send, user: signedInUser() });
  expect(await screen.findAllByText('1 250.5 km')).toHaveLength(2);
});

test('SRV-006: hours that fall because the reading before was wrong lead to taking that one back, and change no trip', async () => {
  let isWrong = true;
  const known = () =>
    isWrong
      ? hours({ current_hours: 15_780, rows: [reading({ id: 7, value: 15_780 }), reading({ id: 6, value: 1577 })] })
      : hours({ current_hours: 1577, rows: [reading({ id: 6, value: 1577 })] });
  const { user, part, sent } = await open({
    'maintenance.operating-time': known,
    'maintenance.remove-operating-time': () => {
      isWrong = false;
      return known();
    },
  });
  const section = await part('Operating hours');
  await user.type(section.getByLabelText('Hours on the meter'), '1578');
  await user.click(section.getByRole('button', { name: 'Show what changes' }));
  const panel = within(section.getByRole('group', { name: 'What the reading changes' }));
  expect(panel.getByText('The operating hours would go back.')).toBeTruthy();
  expect(panel.getByText(/^This is about a tenth of what was expected/)).toBeTruthy();
  expect(panel.getByText('No trip changes.')).toBeTruthy();
  expect(section.getByRole('group', { name: 'What the reading changes' }).textContent).toMatch(
    /If the reading before, 15.780.h at 2026-11-01 09:00, is the wrong one/,
  );
  await user.click(panel.getByRole('button', { name: 'Take the earlier reading back' }));
  await waitFor(() => expect(sent('maintenance.remove-operating-time')).toHaveLength(1));
  await waitFor(() => expect(section.queryByText('The operating hours would go back.')).toBeNull());
  expect(section.getByText('Difference').nextElementSibling?.textContent).toBe('+1\u00a0h');
});

test('UNIT-022: a value that was read off after the newest record is as new as its reading', () => {
  const rows = [reading({ id: 2, value: 900, time: '2026-11-01T08:00:00Z' })];
  expect(toldUntil('2026-11-01T07:00:00Z', rows)).toBe('2026-11-01T08:00:00Z');
  expect(toldUntil('2026-11-01T09:00:00Z', rows)).toBe('2026-11-01T09:00:00Z');
  expect([scaleOf(15_780, 1578), scaleOf(157.8, 1578), scaleOf(3000, 1578), scaleOf(5, null)]).toEqual([
    'tenfold',
    'tenth',
    null,
    null,
  ]);
});

test('UNIT-023: the proposed factor is used with one press, from the first of the two readings', async () => {
  const from = '2026-10-01T06:00:00.000Z';
  const { user, part, sent } = await open({
    'maintenance.odometer': () =>
      odometer({ factor_proposal: { value: 1.038, from, to: '2026-11-01T08:00:00Z', dashboard_km: 3114, counted_km: 3000 } }),
    'maintenance.set-distance-factor': () => odometer({ factor: { value: 1.038, from } }),
  });
  const section = await part('Correction factor');
  expect(section.getByText(/the dashboard counted 3 114 km and the tracker 3 000 km/)).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Use 1.038' }));
  expect(await section.findByText('1.038')).toBeTruthy();
  expect(sent('maintenance.set-distance-factor')).toEqual([{ value: 1.038, from }]);
});

test('SRV-006: operating hours name their source, another source alone is saved, and who may only look has no form', async () => {
  const { user, part, sent } = await open({
    'maintenance.save-operating-time': () =>
      hours({ source: 'input2', rows: [reading({ id: 9, value: 1200.5, source: 'carried' })] }),
  });
  const section = await part('Operating hours');
  expect(section.getByText(/^Counted by: Ignition/)).toBeTruthy();
  await user.selectOptions(section.getByLabelText('Counted by'), 'Input 2');
  await user.click(section.getByRole('button', { name: 'Save the reading' }));
  expect(await section.findByText('Carried over to another source by Maja Ek')).toBeTruthy();
  expect(sent('maintenance.save-operating-time')).toEqual([{ source: 'input2' }]);
  cleanup();
  const looker = await open({
    'maintenance.odometer': () => odometer({ can: { save: false, set_factor: false } }),
    'maintenance.operating-time': () => hours({ can: { save: false }, is_missing: true, current_hours: null }),
  });
  expect((await looker.part('Operating hours')).getByText(/have not been set yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save|Show|Take/ })).toBeNull();
});

test('UNIT-022: numbers are read with comma, point and spaces; times by the account’s clock', () => {
  expect(readReading({ value: '84 312,5', time: '2026-11-02T10:00' }, ODOMETER_LIMITS, 'Europe/Stockholm')).toEqual({
    body: { value: 84_312.5, time: '2026-11-02T09:00:00.000Z' },
  });
  expect(readReading({ value: 'abc', time: '' }, ODOMETER_LIMITS, 'UTC')).toEqual({ faults: { value: 'InvalidOdometer' } });
  expect(readReading({ value: '', time: '' }, HOURS_LIMITS, 'UTC')).toEqual({ faults: { value: 'SpecifyOperatingTime' } });
});

test('UNIT-022: from a trip its unit’s odometer is corrected in place, at the time at which the trip had stopped', async () => {
  const send = fakeSend({
    'maintenance.odometer': () => odometer(),
    'units.list': () => ({ units: [] }),
    'maintenance.preview-odometer': () => ({ expected_km: 84_312, shown_km: 84_312, warnings: [], count: 1, trips: [TRIP] }),
    'maintenance.save-odometer': () => odometer({ rows: [reading({ id: 3, value: 84_320 }), reading({ id: 2, value: 84_000 })] }),
    'maintenance.remove-odometer': () => odometer(),
  });
  await renderScreen(<CorrectOdometer imei={IMEI} unitName="Skåpbil 7" at="2026-11-02T07:40:20Z" />, {
    send,
    user: signedInUser(),
  });
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Correct the odometer reading' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct the odometer reading' }));
  expect(dialog.getByText('Skåpbil 7')).toBeTruthy();
  await person.type(await dialog.findByLabelText('Odometer on the dashboard'), '84320');
  await person.click(dialog.getByRole('button', { name: 'Show what changes' }));
  await person.click(await dialog.findByRole('button', { name: 'Save the reading' }));
  const bodies = (id: string) => send.requests.filter((request) => request.id === id).map(({ body }) => body);
  await waitFor(() =>
    expect(bodies('maintenance.save-odometer')).toEqual([{ value: 84_320, time: '2026-11-02T07:41:00.000Z', confirmed: false }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/taken back/)).toBeTruthy();
  expect(send.requests.some(({ id }) => id === 'maintenance.remove-odometer')).toBe(true);
});
