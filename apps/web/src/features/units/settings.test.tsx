import type { UnitTripSettings, UnitWorkingHours } from '@spora/contract/units/settings';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { TripLogTab } from './components/trip-log-tab.tsx';
import { WorkingHoursTab } from './components/working-hours-tab.tsx';
import {
  hoursLine,
  isSpeedLimit,
  nextInterval,
  speedEditOf,
  speedFormOf,
  speedLimits,
  tripEditOf,
  tripFaults,
} from './settings-model.ts';
import { weekdaysText } from '../../lib/weekdays-text.ts';
import type { HoursForm, SpeedForm, TripForm } from './settings-model.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/use-draft.ts';

afterEach(cleanup);
const IMEI = '350000000000017';
const SETTINGS: UnitTripSettings = {
  default_trip_type: 'business',
  stop_timeout_s: 300,
  ignition_off_s: 120,
  data_gap_s: 3600,
  min_distance_m: 200,
  driver_id: null,
  private_switch_input: null,
  valid_from: null,
  drivers: [{ id: 3, full_name: 'Dan Förare' }],
  can: { edit: true, edit_past: true },
};
const HOURS: UnitWorkingHours = {
  is_active: true,
  intervals: [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
  inside_type: 'business',
  outside_type: 'private',
  hide_from_admins: 'off',
  time_zone: 'Europe/Stockholm',
  valid_from: null,
  can: { edit: true },
};

function TripPage(props: { isBoat?: boolean }) {
  return <TripLogTab imei={IMEI} isBoat={props.isBoat ?? false} trips={useDraft<TripForm>()} speed={useDraft<SpeedForm>()} />;
}
function HoursPage() {
  return <WorkingHoursTab imei={IMEI} draft={useDraft<HoursForm>()} />;
}

async function open(
  what: 'trips' | 'hours',
  over: {
    settings?: Partial<UnitTripSettings>;
    hours?: Partial<UnitWorkingHours>;
    mayEdit?: boolean;
    isBoat?: boolean;
    limitKmh?: number;
    becomingPrivate?: number;
  } = {},
) {
  const speed = {
    hides_speed: false,
    speed_limit_kmh: over.limitKmh ?? null,
    resolves_addresses: true,
    can: { edit: over.mayEdit ?? true },
  };
  const settings = { ...SETTINGS, ...over.settings };
  const hours = { ...HOURS, ...over.hours };
  const send = fakeSend({
    'units.trip-settings': () => settings,
    'units.save-trip-settings': ({ body }) => ({ ...settings, ...(body as Partial<UnitTripSettings>) }),
    'units.speed-address': () => speed,
    'units.save-speed-address': ({ body }) => ({ ...speed, ...(body as Partial<typeof speed>) }),
    'units.working-hours': () => hours,
    'units.save-working-hours': ({ body }) => ({ ...hours, ...(body as Partial<UnitWorkingHours>) }),
    'units.check-trip-types': () => ({ becoming_private: over.becomingPrivate ?? 11 }),
  });
  await renderScreen(what === 'trips' ? <TripPage isBoat={over.isBoat ?? false} /> : <HoursPage />, {
    send,
    user: signedInUser(),
  });
  await screen.findAllByRole('heading');
  const sent = (id: string) => send.requests.filter((request) => request.id === id).map(({ body }) => body);
  return { user: userEvent.setup(), sent };
}

test('13-A1: the usual driver of a boat is its skipper', async () => {
  await open('trips', { isBoat: true });
  expect(screen.getByLabelText('Usual skipper')).toBeDefined();
  expect(screen.queryByLabelText('Usual driver')).toBeNull();
});

test('UNIT-016, UNIT-020: the thresholds stand in minutes and metres, and only what is changed is sent', async () => {
  const { user, sent } = await open('trips');
  const stop = screen.getByLabelText<HTMLInputElement>('A stop ends a trip after');
  expect(stop.value).toBe('5');
  await user.clear(stop);
  await user.type(stop, '7,5');
  await user.selectOptions(screen.getByLabelText('Usual driver'), 'Dan Förare');
  expect(hasUnsaved()).toBe(true);
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  expect(await screen.findByText('Saved. The trips are recalculated shortly.')).toBeDefined();
  expect(sent('units.save-trip-settings')).toEqual([
    { stop_timeout_s: 450, driver_id: 3, was: { stop_timeout_s: 300, driver_id: null } },
  ]);
});

test('UNIT-020, TRIP-026: a number outside its limits is said beside its field, and nothing is sent', async () => {
  const { user, sent } = await open('trips');
  const gap = screen.getByLabelText('Without contact a trip ends after');
  await user.clear(gap);
  await user.type(gap, '5');
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  expect(screen.getByText(/Enter a number between 10 and/)).toBeDefined();
  expect(sent('units.save-trip-settings')).toEqual([]);
  expect(tripFaults({ min_distance_m: 'långt', stop_timeout_s: '' })).toEqual(['stop_timeout_s', 'min_distance_m']);
  expect(tripEditOf({ driver_id: '', from: '' })).toEqual({ driver_id: null });
});

test('UNIT-025: hours of no clock stay as they were typed, are told at their own field and not saved', async () => {
  const { user, sent } = await open('hours');
  const from = (await screen.findAllByRole<HTMLInputElement>('textbox', { name: 'From' }))[0]!;
  await user.clear(from);
  await user.type(from, '25:99');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/^The time cannot be used/)).toBeDefined();
  expect([from.value, from.getAttribute('aria-invalid')]).toEqual(['25:99', 'true']);
  expect(screen.getAllByRole('textbox', { name: 'To' })[0]!.getAttribute('aria-invalid')).toBeNull();
  expect(sent('units.save-working-hours')).toEqual([]);
});

test('ERR-041: what somebody else changed of the trips or the hours meanwhile is told, and taken or overwritten', async () => {
  const told = { stop_timeout_s: 600, drivers: [...SETTINGS.drivers], driver_id: 3 };
  let isOther = false;
  const send = fakeSend({
    'units.trip-settings': () => ({ ...SETTINGS, ...(isOther ? told : {}) }),
    'units.speed-address': () => ({ hides_speed: false, speed_limit_kmh: null, resolves_addresses: true, can: { edit: true } }),
    'units.save-trip-settings': ({ body }) => {
      if (body.was === undefined) return { ...SETTINGS, ...told, stop_timeout_s: 450 };
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
    'units.working-hours': () => ({ ...HOURS, ...(isOther ? { outside_type: 'other' as const } : {}) }),
    'units.save-working-hours': () => {
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  const view = await renderScreen(<TripPage />, { send, user: signedInUser() });
  const user = userEvent.setup();
  const stop = await screen.findByLabelText<HTMLInputElement>('A stop ends a trip after');
  await user.clear(stop);
  await user.type(stop, '7.5');
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  expect(await screen.findByText(/A stop ends a trip after.*10/)).toBeDefined();
  expect(stop.value, 'what was typed').toBe('7.5');
  await user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('Saved. The trips are recalculated shortly.')).toBeDefined();
  const sent = send.requests.filter(({ id }) => id === 'units.save-trip-settings').map(({ body }) => body);
  expect(sent).toEqual([{ stop_timeout_s: 450, was: { stop_timeout_s: 300 } }, { stop_timeout_s: 450 }]);
  view.unmount();

  isOther = false;
  await renderScreen(<HoursPage />, { send, user: signedInUser() });
  await user.selectOptions(await screen.findByLabelText('Trips within the hours'), '');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Other trips is now: Other/)).toBeDefined();
  const hours = send.requests.find(({ id }) => id === 'units.save-working-hours')?.body as { was: object };
  expect(hours.was).toMatchObject({ inside_type: 'business', outside_type: 'private' });
});

test('UNIT-018: speed and addresses save by themselves', async () => {
  const { user, sent } = await open('trips');
  await user.click(screen.getByLabelText('Hide the speed'));
  await user.type(screen.getByLabelText('Speed limit'), '90');
  await user.click(screen.getAllByRole('button', { name: 'Save' })[1]!);
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sent('units.save-speed-address')).toEqual([
    { hides_speed: true, speed_limit_kmh: 90, was: { hides_speed: false, speed_limit_kmh: null } },
  ]);
});

test('UNIT-018: the speed limit of a boat is typed in knots, and what was told is sent back as it was', async () => {
  const { user, sent } = await open('trips', { isBoat: true, limitKmh: 45 });
  const field = screen.getByLabelText<HTMLInputElement>('Speed limit');
  expect(field.value).toBe('24');
  expect(field.parentElement?.textContent).toContain('kn');
  await user.clear(field);
  await user.type(field, '5');
  const save = () => user.click(screen.getAllByRole('button', { name: 'Save' })[1]!);
  await save();
  expect(screen.getByText('Enter a number between 6 and 161.')).toBeDefined();
  await user.clear(field);
  await user.type(field, '25');
  await save();
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sent('units.save-speed-address')).toEqual([{ speed_limit_kmh: 46, was: { speed_limit_kmh: 45 } }]);
});

test('UNIT-018: every whole speed in knots that can be typed is shown again as it was typed', () => {
  const { min, max } = speedLimits(true);
  for (let knots = min; knots <= max; knots += 1) {
    const typed = String(knots);
    expect(isSpeedLimit(typed, true)).toBe(true);
    const { speed_limit_kmh = null } = speedEditOf({ speed_limit_kmh: typed }, true);
    expect(speedFormOf({ hides_speed: false, speed_limit_kmh, resolves_addresses: true }, true).speed_limit_kmh).toBe(typed);
  }
});

test('UNIT-024: a member edits the defaults from now, and reads the rest', async () => {
  await open('trips', { settings: { can: { edit: true, edit_past: false } }, mayEdit: false });
  expect(screen.getByLabelText('Usual trip type')).toHaveProperty('disabled', false);
  expect(screen.queryByLabelText('Applies from')).toBeNull();
  expect(screen.getByLabelText('Hide the speed')).toHaveProperty('disabled', true);
  expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1);
});

test('TRIP-036: the working hours tell that public holidays are days off, and lead to the days', async () => {
  await open('hours');
  expect(screen.getByText(/Public holidays count as days off/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'See the days off' })).toBeDefined();
});

test('UNIT-026: hours are added after the last, days are toggled, and what is past midnight says so', async () => {
  const { user, sent } = await open('hours');
  await user.click(screen.getByRole('button', { name: 'Add hours' }));
  const second = screen.getByRole('group', { name: 'Hours 2' });
  await user.click(within(second).getByRole('checkbox', { name: 'Fri' }));
  await user.clear(within(second).getByLabelText('To'));
  await user.type(within(second).getByLabelText('To'), '02:30');
  expect(within(second).getByText('Ends the next day.')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Hide from administrators on the map'), 'During working hours');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved. The trips are recalculated shortly.')).toBeDefined();
  expect(sent('units.save-working-hours')).toMatchObject([
    {
      is_active: true,
      intervals: [HOURS.intervals[0], { weekdays: [1, 2, 3, 4], from: '18:00', to: '02:30' }],
      hide_from_admins: 'during',
    },
  ]);
});

test.each(['trips', 'hours'] as const)(
  'TRIP-032: of %s from an earlier day it is told, before they are saved, how many trips become private for good',
  async (what) => {
    const { user, sent } = await open(what);
    const warning = /11 trips since then become private/;
    await user.selectOptions(screen.getByLabelText(what === 'trips' ? /trip type/ : 'Trips within the hours'), 'private');
    expect(sent('units.check-trip-types')).toEqual([]);
    expect(screen.queryByText(warning)).toBeNull();
    await user.selectOptions(screen.getByLabelText('Applies from'), 'day');
    expect(await screen.findByText(warning)).toBeDefined();
    const { intervals, is_active, outside_type } = HOURS;
    expect(sent('units.check-trip-types')).toMatchObject([
      what === 'trips'
        ? { default_trip_type: 'private' }
        : { working_hours: { intervals, is_active, outside_type, inside_type: 'private' } },
    ]);
    await user.selectOptions(screen.getByLabelText('Applies from'), 'now');
    expect(screen.queryByText(warning)).toBeNull();
  },
);

test('TRIP-032: where no trip becomes private that is said, from the day before on', async () => {
  const { user, sent } = await open('hours', { becomingPrivate: 0 });
  await user.selectOptions(screen.getByLabelText('Other trips'), 'other');
  await user.selectOptions(screen.getByLabelText('Applies from'), 'day');
  expect(await screen.findByText('No trips since then become private. Attested trips stay as they are.')).toBeDefined();
  expect((sent('units.check-trip-types')[0] as { from: string }).from < new Date().toISOString().slice(0, 10)).toBe(true);
});

test('UNIT-026: hours that are not in use ask for no day, and what private trips hide is said where they are chosen', async () => {
  const { user } = await open('hours', { hours: { is_active: false } });
  expect(screen.queryByLabelText('Applies from')).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Use working hours' }));
  expect(screen.getByLabelText('Applies from')).toBeDefined();
  expect(screen.getByLabelText('Other trips').getAttribute('aria-describedby')).not.toBeNull();
  expect(screen.getByText('Route, times and places of private trips are seen by their driver only.')).toBeDefined();
});

test('UNIT-015: hours without a working day are told, and nothing is sent', async () => {
  const { user, sent } = await open('hours', { hours: { intervals: [{ weekdays: [1], from: '08:00', to: '17:00' }] } });
  await user.click(screen.getByRole('checkbox', { name: 'Mon' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one day of the week.');
  expect(sent('units.save-working-hours')).toEqual([]);
});

test('UNIT-025: who may not change the hours reads them', async () => {
  await open('hours', { hours: { can: { edit: false } } });
  expect(screen.getByRole('switch')).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Add hours' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('UNIT-026: weekdays are told in ranges, Monday first', () => {
  const name = (day: number) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][day] ?? '';
  expect(weekdaysText([1, 2, 3, 4, 5], name)).toBe('Mon–Fri');
  expect(weekdaysText([0, 6, 1, 3], name)).toBe('Mon, Wed, Sat, Sun');
  expect(hoursLine('12345 08:00–17:00; 60 00:00–24:00', name)).toBe('Mon–Fri 08:00–17:00; Sat, Sun 00:00–24:00');
  expect(nextInterval([{ weekdays: [6], from: '08:00', to: '12:00' }])).toEqual({ weekdays: [6], from: '13:00', to: '17:00' });
});
