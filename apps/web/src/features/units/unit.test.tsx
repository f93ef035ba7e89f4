import type { DataOf } from '@spora/contract/endpoint-map';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers, withoutWas } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { modeOf, theftModeOf } from '../modes/testing.ts';
import { unitDetails } from './testing.ts';
import { readUnitPageSearch } from './list-model.ts';
import { UnitScreen } from './unit-screen.tsx';

afterEach(cleanup);
const IMEI = '350000000000017';

function Page(props: { tab?: string; told: string[] }) {
  const [tab, setTab] = useState(props.tab ?? 'general');
  const [history, setHistory] = useState<string>();
  return (
    <UnitScreen
      imei={IMEI}
      tab={tab}
      onTab={setTab}
      history={history}
      onHistory={setHistory}
      onMoved={(imei) => props.told.push(`moved ${imei}`)}
      onLeave={() => props.told.push('left')}
      onChanged={() => props.told.push('changed')}
      renderGeoData={({ imei }) => <p>raw positions of {imei}</p>}
      renderCheckIn={({ name }) => <p>who is checked in on {name}</p>}
    />
  );
}

/** The server: it keeps what is changed. */
async function open(
  over: Partial<UnitDetails> = {},
  tab?: string,
  answers: FakeAnswers = {},
  who: Parameters<typeof signedInUser>[0] = {},
) {
  let unit = unitDetails(over);
  const told: string[] = [];
  const send = fakeSend({
    'units.get': () => unit,
    'units.update': ({ body }) => (unit = { ...unit, ...(body as Partial<UnitDetails>) }),
    'accounts.list-groups': () => ({
      groups: [{ id: 1, name: 'Nord', trip_type: null, is_archived: false, uses: 3, users: 0, trips: 0, attested_trips: 0 }],
      can: { create: true, edit: true },
    }),
    'units.lock-log': () => ({ rows: [] }),
    'commands.list': () => ({ rows: [], pending: 0 }),
    ...answers,
  });
  const user = userEvent.setup();
  await renderScreen(<Page tab={tab} told={told} />, { send, user: signedInUser(who) });
  await screen.findAllByRole('heading', { level: 2 });
  const sent = (id: string) => send.requests.filter((request) => request.id === id).map(({ body }) => withoutWas(body));
  return { user, send, told, sent };
}
const noRights = {
  edit_looks: false,
  edit_all: false,
  change_registration: false,
  lock: false,
  unlock: false,
  replace: false,
  retire: false,
  geo_data: false,
  alarms: false,
};

test('what can be done with a unit stands in one row: its actions and who drives it', async () => {
  await open();
  const actions = await screen.findByRole('button', { name: 'Actions' });
  expect(actions.parentElement?.textContent).toContain('who is checked in on Skåpbil Norr');
});

test('NAV-016, UNIT-020: the tab of the address is open, and a tab of later days is the first', async () => {
  await open({}, 'fuel');
  const tabs = within(screen.getByRole('navigation', { name: 'Settings of the unit' }))
    .getAllByRole('link')
    .map((tab) => tab.textContent);
  expect(tabs.slice(0, 2)).toEqual(['Overview', 'General']);
  expect(tabs).toEqual(
    expect.arrayContaining([
      'Fuel and CO2',
      'Inputs and outputs',
      'Eco-driving',
      'Access and lock',
      'Features',
      'Connection',
      'Geo data',
      'History',
    ]),
  );
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Fuel and CO2');
});

test('UNIT-001, UNIT-021: a tab saves only its own changes, those of another tab stay, and saving can be undone', async () => {
  const { user, sent, told } = await open({ consumption_per_10km: 0.7, co2_g_per_km: 120 });
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Skåpbil Syd');
  await user.click(screen.getByRole('link', { name: 'Fuel and CO2' }));
  await user.clear(screen.getByLabelText('Consumption per 10 km'));
  await user.type(screen.getByLabelText('Consumption per 10 km'), '0,85');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sent('units.update')).toEqual([{ consumption_per_10km: 0.85 }]);
  expect(hasUnsaved()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'General •' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Skåpbil Syd');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('units.update').at(-1)).toEqual({ consumption_per_10km: 0.7 }));
  expect(told).toContain('changed');
});

test('UNIT-020: how many can ride is a whole number that the find of a car goes by', async () => {
  const { user, sent } = await open({ seats: null });
  await user.type(await screen.findByLabelText('Seats'), '0');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter the number of seats, from 1 to 99.')).toBeDefined();
  await user.clear(screen.getByLabelText('Seats'));
  await user.type(screen.getByLabelText('Seats'), '9');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('units.update')).toEqual([{ seats: 9 }]));
});

test('UNIT-021: what is wrong stands beside its field, which gets the focus, and nothing is sent', async () => {
  const { user, sent } = await open({ consumption_per_10km: 0.7 }, 'fuel');
  await user.type(screen.getByLabelText('CO2 emission'), 'mycket');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a reasonable number, such as 0.7 or 120.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('CO2 emission'));
  expect(sent('units.update')).toEqual([]);
});

test('UNIT-001: colour and symbol are chosen with a preview, and the map is told when they are saved', async () => {
  const { user, sent, told } = await open({}, 'appearance');
  await user.click(screen.getByRole('radio', { name: 'Truck' }));
  await user.click(screen.getByRole('radio', { name: 'Colour #c92a2a' }));
  expect(screen.getByRole('img', { name: 'Truck in #c92a2a, as on the map' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(told).toEqual(['changed']));
  expect(sent('units.update')).toEqual([{ marker_symbol: 'truck', colour: '#c92a2a' }]);
});

test('UNIT-024, MAP-006: an icon is chosen in place of the symbol, by a member too, is what the preview shows, and can be left to the symbol again', async () => {
  const { user, sent } = await open({ can: { ...noRights, edit_looks: true } }, 'appearance');
  await user.selectOptions(screen.getByLabelText('Icon on the map'), 'Boat');
  expect(screen.getByRole('img', { name: /^Boat in / })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('units.update')).toEqual([{ icon: 'boat' }]));
  await user.selectOptions(screen.getByLabelText('Icon on the map'), 'Same as the symbol');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('units.update').at(-1)).toEqual({ icon: null }));
});

test('ADM-014, UNIT-024: the usual purpose of a unit is chosen, by a member too, and left out where there is no trip log', async () => {
  const { user, sent } = await open({ can: { ...noRights, edit_looks: true } });
  await user.type(screen.getByLabelText('Usual purpose'), 'Kundbesök');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('units.update')).toEqual([{ default_purpose: 'Kundbesök' }]));
  cleanup();
  await open({ has_trip_log: false });
  expect(screen.queryByLabelText('Usual purpose')).toBeNull();
});

test('ERR-041: what somebody else changed meanwhile is not overwritten unseen: it is shown, and taken or overwritten', async () => {
  let name = 'Bil 1';
  const { user, send } = await open({ name }, 'general', {
    'units.get': () => unitDetails({ name }),
    'units.update': ({ body }) => {
      const began = (body.was as { name?: string } | undefined)?.name;
      if (began !== undefined && began !== name) throw new ApiError(409, 'ChangedMeanwhile');
      name = body.name ?? name;
      return unitDetails({ name });
    },
  });
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  await user.clear(field);
  await user.type(field, 'Min bil');
  name = 'Deras bil';
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Name is now: Deras bil')).toBeDefined();
  expect(field.value).toBe('Min bil');
  await user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  const bodies = send.requests.filter(({ id }) => id === 'units.update').map(({ body }) => body);
  expect(bodies).toEqual([{ name: 'Min bil', was: { name: 'Bil 1' } }, { name: 'Min bil' }]);
});

test('ERR-041: to take theirs leaves what was typed in fields that they did not change', async () => {
  let name = 'Bil 1';
  const { user, sent } = await open({ name }, 'general', {
    'units.get': () => unitDetails({ name }),
    'units.update': ({ body }) => {
      if (body.name !== undefined) throw new ApiError(409, 'ChangedMeanwhile');
      return unitDetails({ name });
    },
  });
  const [field, purpose] = ['Name', 'Usual purpose'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  await user.clear(field!);
  await user.type(field!, 'Min bil');
  await user.type(purpose!, 'Service');
  name = 'Deras bil';
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
  expect([field!.value, purpose!.value]).toEqual(['Deras bil', 'Service']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('units.update').at(-1)).toMatchObject({ default_purpose: 'Service' }));
  expect(sent('units.update').at(-1)).not.toHaveProperty('name');
});

test('UNIT-024, DEC-69: a member changes name and looks; the rest is there to read', async () => {
  await open({ can: { ...noRights, edit_looks: true } });
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>('Department').disabled).toBe(true);
  expect(screen.getByRole('textbox', { name: 'Registration number' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
});

test('UNIT-002, UNIT-004, DEC-65, ERR-019: the third change within a day is refused, and the form says from when it can be made', async () => {
  let from: string | null = null;
  const { user, sent } = await open({}, 'general', {
    'units.get': () => unitDetails({ registration_change_from: from }),
    'units.change-registration': () => {
      from = new Date(Date.now() + 3_600_000).toISOString();
      throw new ApiError(409, 'RegistrationChangedTwice');
    },
  });
  const field = screen.getByRole('textbox', { name: 'Registration number' });
  await user.clear(field);
  await user.type(field, 'qav 10-i');
  await user.click(screen.getByRole('button', { name: 'Change the number' }));
  expect(await screen.findByText(/It can be changed again from/)).toBeDefined();
  expect(sent('units.change-registration')).toEqual([{ registration_number: 'QAV10I' }]);
  expect(screen.queryByRole('button', { name: 'Change the number' })).toBeNull();
});

test('UNIT-002: a number that is stored with a space is not taken for a change', async () => {
  await open({ registration_number: 'QAV 10I' });
  expect(screen.getByRole('button', { name: 'Change the number' })).toHaveProperty('disabled', true);
  expect(hasUnsaved()).toBe(false);
});

test('LOCK-002, LOCK-009: locking names who loses access before it is done', async () => {
  const { user, sent } = await open({}, 'access', {
    'units.lock': () => unitDetails({ locked_by: 'Anna Lindqvist', can: { ...noRights, edit_looks: true, unlock: true } }),
  });
  await user.click(screen.getByRole('button', { name: 'Lock the access' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lock the access to Skåpbil Norr' });
  expect(within(dialog).getByText('1 administrator loses access:')).toBeDefined();
  expect(within(dialog).getByText('Otto Admin')).toBeDefined();
  await user.type(within(dialog).getByLabelText('Reason'), 'semester');
  await user.click(within(dialog).getByRole('button', { name: 'Lock the access' }));
  expect(await screen.findByText('Skåpbil Norr is locked')).toBeDefined();
  expect(sent('units.lock')).toEqual([{ reason: 'semester' }]);
  expect(screen.getByRole('button', { name: 'Unlock the access' })).toBeDefined();
});

test('16, ADM-011: locking says how many bookings go, where any do', async () => {
  const { user, sent } = await open({}, 'access', { 'bookings.losses': () => ({ bookings: 3 }) });
  await user.click(screen.getByRole('button', { name: 'Lock the access' }));
  const lock = within(await screen.findByRole('dialog', { name: 'Lock the access to Skåpbil Norr' }));
  expect(await lock.findByText('3 bookings to come are cancelled, and their drivers are told.')).toBeDefined();
  expect(sent('bookings.losses')).toEqual([{ losses: [{ unit_id: unitDetails().id, user_id: null }], by_lock: true }]);
});

test('LOCK-003, LOCK-004: who did not lock it cannot unlock it, and a locked private car stays one', async () => {
  await open(
    {
      locked_by: 'Maja Ek',
      locked_at: '2026-11-02T08:00:00Z',
      is_benefit_car: true,
      can: { ...noRights, edit_looks: true, edit_all: true },
    },
    'access',
  );
  expect(screen.queryByRole('button', { name: 'Unlock the access' })).toBeNull();
  expect(screen.getByText('Only the person who locked the unit, or support, can unlock it.')).toBeDefined();
  expect(screen.getByRole('switch', { name: 'Benefit car or private car' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Unlock the access to the unit first.')).toBeDefined();
});

test('LOCK-006, LOCK-007, LOCK-008, ERR-036: who is shut out is told why and by whom, and sees the log without a way to change it', async () => {
  await open({ locked_by: 'Maja Ek', can: noRights }, undefined, {
    'units.lock-log': () => ({
      rows: [{ at: '2026-11-02T08:00:00Z', action: 'lock', user: 'Maja Ek', reason: 'semester', unit: 'Skåpbil Norr' }],
    }),
  });
  expect(screen.getByRole('heading', { name: 'Access to this unit has been locked.' })).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
  const log = await screen.findByRole('table', { name: 'Lock log' });
  expect(
    within(log)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Time', 'Action', 'User', 'Reason', 'Unit']);
  expect(
    within(log)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['2026-11-02 09:00', 'Locked', 'Maja Ek', 'semester', 'Skåpbil Norr']);
  expect(within(log).queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDefined();
});

test('ADM-018, LOCK-008: a file of the log is on record before it is there, and there is none that could not be recorded', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => (saved.push(blob), 'blob:1');
  URL.revokeObjectURL = () => undefined;
  const bodies: unknown[] = [];
  let isReached = false;
  await open({ locked_by: 'Maja Ek', can: noRights }, undefined, {
    'units.lock-log': () => ({
      rows: [{ at: '2026-11-02T08:00:00Z', action: 'lock', user: 'Maja Ek', reason: 'semester', unit: 'Skåpbil Norr' }],
    }),
    'exports.record-list': ({ body }) => {
      if (!isReached) throw new ApiError(0, 'NetworkError');
      bodies.push(body);
      return {};
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(saved).toEqual([]);
  isReached = true;
  await userEvent.click(again);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(bodies).toEqual([{ list: 'lock-log', format: 'csv', imei: IMEI, rows: 1 }]);
});

test('ADM-026: the connection page says what to check first, and what was set aside', async () => {
  await open({}, 'connection', {
    'units.connection': () => ({
      imei: IMEI,
      protocol: 'teltonika',
      family: 'A',
      last_contact_at: '2026-11-02T08:00:00Z',
      newest_position_at: null,
      records_set_aside: 12,
      newest_set_aside: { at: '2026-11-02T08:00:00Z', reason: 'future' },
      last_hello_at: '2026-11-02T07:00:00Z',
      transport: 'tcp',
      address_family: 'ipv6',
      refused: [{ reason: 'crc', count: 3, last_at: '2026-11-02T07:30:00Z' }],
      pending_commands: { count: 2, since: '2026-11-02T06:00:00Z' },
      advice: 'AdviceSetAside',
    }),
  });
  expect(await screen.findByText(/Put it outdoors until it gets a satellite fix/)).toBeDefined();
  expect(screen.getByText(/12 positions · 2026-11-02 09:00 · time in the future/)).toBeDefined();
  expect(screen.getByText(/2026-11-02 08:00/)).toBeDefined();
  expect(screen.getByText('IPv6 · TCP')).toBeDefined();
  expect(screen.getByText('3 times: damaged in transit (crc) · 2026-11-02 08:30')).toBeDefined();
  expect(screen.getByText('2 commands are waiting · since 2026-11-02 07:00')).toBeDefined();
  expect(screen.getByText('For support').closest('details'), 'what the advice is about is not folded away').toHaveProperty(
    'open',
    true,
  );
});

/** A unit of which nothing is wrong. */
const CONNECTED: DataOf<'units.connection'> = {
  imei: IMEI,
  protocol: 'teltonika',
  family: 'A',
  last_contact_at: '2026-11-02T08:00:00Z',
  newest_position_at: '2026-11-02T08:00:00Z',
  records_set_aside: 0,
  newest_set_aside: null,
  last_hello_at: '2026-11-02T07:00:00Z',
  transport: 'tcp',
  address_family: 'ipv4',
  refused: [],
  pending_commands: { count: 0, since: null },
  advice: 'AdviceWell',
};

test('13b: what only support asks for is folded, and what an owner asks is not', async () => {
  await open({}, 'connection', {
    'units.connection': () => CONNECTED,
  });
  const fold = (await screen.findByText('For support')).closest('details')!;
  expect(fold.open).toBe(false);
  expect(within(fold).getByText('A · teltonika')).toBeDefined();
  expect(fold.contains(screen.getByText('Last contact'))).toBe(false);
  expect(fold.contains(screen.getByText('IMEI'))).toBe(false);
  expect(screen.queryByText(/ommands/), 'of commands only where some wait').toBeNull();
});

test('15-identity: where two trackers report under one number the connection page says so first, and what to do', async () => {
  await open({}, 'connection', {
    'units.connection': () => ({
      ...CONNECTED,
      refused: [{ reason: 'shared-identity', count: 2, last_at: '2026-11-02T07:30:00Z' }],
      advice: 'AdviceShared',
    }),
  });
  expect(await screen.findByText(/Look where the unit really is/)).toBeDefined();
  expect(screen.getByText('2 times: two trackers report under the same number · 2026-11-02 08:30')).toBeDefined();
});

test('ADM-026: of a tracker that never called the connection page has the texts that point it here', async () => {
  await open({}, 'connection', {
    'units.connection': () => ({
      imei: '350000000000033',
      protocol: 'gt06',
      family: 'GT06',
      fitted_from: null,
      last_contact_at: null,
      newest_position_at: null,
      newest_record_at: null,
      last_hello_at: null,
      records_set_aside: 0,
      newest_set_aside: null,
      transport: null,
      address_family: null,
      refused: [],
      pending_commands: { count: 0, since: null },
      in_private_use: false,
      advice: 'AdviceNeverCalled',
    }),
    'units.tracker-setups': () => ({
      trackers: [
        {
          family: 'GT06',
          models: 'GT06N',
          spoken_by_others: null,
          number: 'imei' as const,
          host: 'spora.example',
          port: 5023,
          sms: ['SERVER,1,spora.example,5023,0#'],
          is_confirmed: false,
        },
      ],
    }),
  });
  expect(await screen.findByText('SERVER,1,spora.example,5023,0#')).toBeDefined();
});

const PHONE = { kind: 'phone', tracker: { imei: IMEI, family: 'phone', fitted_from: '2026-11-26T22:43:00Z' } } as const;

test('ADM-026, ADM-029: a phone that never called is led to its code, and is told nothing of power, cards and commands', async () => {
  await open(PHONE, 'connection', {
    'units.connection': () => ({
      imei: IMEI,
      protocol: 'osmand',
      family: 'phone',
      fitted_from: null,
      last_contact_at: null,
      newest_position_at: null,
      newest_record_at: null,
      last_hello_at: null,
      records_set_aside: 0,
      newest_set_aside: null,
      transport: null,
      address_family: null,
      refused: [],
      pending_commands: { count: 0, since: null },
      in_private_use: false,
      advice: 'AdviceNeverCalled',
    }),
  });
  expect(await screen.findByRole('button', { name: 'Connect the phone' })).toBeDefined();
  expect(screen.getByText(/The phone has never reported/)).toBeDefined();
  expect(screen.queryByText('IMEI')).toBeNull();
  expect(screen.queryByText(/In this unit since/)).toBeNull();
});

test('UNIT-001, UNIT-020: a phone is asked for no fuel, seats or place in the car, and has no tank, meter or service', async () => {
  const ofVehicles = ['Fuel', 'Seats', 'Where the tracker is', 'Fuel and CO2', 'Odometer and hours', 'Service'];
  const told = async (over: Partial<UnitDetails>): Promise<string[]> => {
    await open(over);
    await screen.findByRole('textbox', { name: 'Name' });
    const found = ofVehicles.filter((name) => screen.queryByLabelText(name) ?? screen.queryByRole('link', { name }));
    cleanup();
    return found;
  };
  expect(await told({})).toEqual(ofVehicles);
  expect(await told(PHONE)).toEqual([]);
});

test('UNIT-020: a sensor has no tank: no tab of fuel and none of refuellings', async () => {
  const fuelled = async (over: Partial<UnitDetails>): Promise<string[]> => {
    await open(over);
    await screen.findByRole('textbox', { name: 'Name' });
    const found = ['Fuel and CO2', 'Refuelling', 'Odometer and hours'].filter((name) => screen.queryByRole('link', { name }));
    cleanup();
    return found;
  };
  expect(await fuelled({})).toEqual(['Fuel and CO2', 'Refuelling', 'Odometer and hours']);
  expect(await fuelled({ kind: 'sensor' })).toEqual(['Odometer and hours']);
});

test('ADM-026, TRIP-032: in private use the connection page tells no times and advises nothing', async () => {
  await open({}, 'connection', {
    'units.connection': () => ({
      imei: IMEI,
      protocol: 'teltonika',
      family: 'A',
      in_private_use: true,
      last_contact_at: null,
      newest_position_at: null,
      records_set_aside: 0,
      newest_set_aside: null,
      last_hello_at: null,
      transport: null,
      address_family: null,
      refused: [],
      pending_commands: { count: 0, since: null },
      advice: 'AdviceInPrivateUse',
    }),
  });
  expect(await screen.findByText(/When it last reported is not shown/)).toBeDefined();
  const told = screen.getAllByRole('definition').map((each) => each.textContent);
  expect(told.slice(0, 2)).toEqual(['In private use', 'In private use']);
  expect(
    told.filter((each) => each === 'In private use'),
    'its sign-in, too',
  ).toHaveLength(3);
});

test('UNIT-007, API-094: the history says in words who changed what, by kind', async () => {
  const { user, send } = await open({}, 'history', {
    'units.history': () => ({
      rows: [{ at: '2026-11-02T08:00:00Z', actor: 'Maja Ek', field: 'fuel_type', old_value: '', new_value: 'diesel' }],
    }),
  });
  const table = await screen.findByRole('table', { name: 'History' });
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['2026-11-02 09:00', 'Maja Ek', 'Fuel', 'noneDiesel']);
  await user.click(screen.getByRole('button', { name: /Which changes/ }));
  await user.click(await screen.findByRole('option', { name: 'Name and number' }));
  await waitFor(() => expect(send.requests.at(-1)?.query).toEqual({ type: 'name' }));
  for (const [label, type] of [
    ['Service', 'service'],
    ['Odometer', 'odometer'],
    ['Outputs', 'output'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: /Which changes/ }));
    await user.click(await screen.findByRole('option', { name: label }));
    await waitFor(() => expect(send.requests.at(-1)?.query, 'API-094').toEqual({ type }));
  }
});

test('UNIT-007: the history tells theft mode, how often it reports and distances in words and measures', async () => {
  const row = (field: string, new_value: string) => ({
    at: '2026-11-02T08:00:00Z',
    actor: 'Maja Ek',
    field,
    old_value: '',
    new_value,
  });
  await open({}, 'history', {
    'units.history': () => ({
      rows: [row('theft_mode', 'on'), row('mode', 'realtime-5'), row('service_interval_km', '15000'), row('odometer', '84312.4')],
    }),
  });
  const table = within(await screen.findByRole('table', { name: 'History' }));
  const told = table.getAllByRole('row').map((each) => within(each).queryAllByRole('cell').at(-1)?.textContent);
  expect(told.slice(1)).toEqual([
    'OffOn',
    'noneEvery 5 minutes while it moves',
    'none15\u202f000\u00a0km',
    'none84\u202f312.4\u00a0km',
  ]);
});

test('UNIT-007, MODE-009: what nobody did is the system’s in the history', async () => {
  const change = { at: '2026-11-02T08:00:00Z', actor: '', field: 'theft_mode', old_value: 'on', new_value: '' };
  await open({}, 'history', { 'units.history': () => ({ rows: [change] }) });
  const table = within(await screen.findByRole('table', { name: 'History' }));
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '2026-11-02 09:00',
    'The system',
    'Theft mode',
    'OnOff',
  ]);
});

test('UNIT-007: the history of a boat speaks of its type of boat', async () => {
  const change = { at: '2026-11-02T08:00:00Z', actor: 'Maja Ek', field: 'vehicle_type', old_value: '', new_value: 'Snipa' };
  await open({ kind: 'boat' }, 'history', { 'units.history': () => ({ rows: [change] }) });
  const table = within(await screen.findByRole('table', { name: 'History' }));
  expect(table.getAllByRole('cell').at(2)?.textContent).toBe('Boat type');
});

test('MODE-010: the head of the unit says on every tab that theft mode is on, and leads to it', async () => {
  const { user } = await open({}, 'history', {
    'modes.get': () => ({ ...modeData(true), theft: theftModeOf({ changes_reporting: false }) }),
    'units.history': () => ({ rows: [] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Theft mode is on' }));
  const note = await screen.findByRole('alert');
  expect(note.textContent).toMatch(/Theft mode is on.*Maja Ek.*How often the tracker reports does not change/);
  await user.click(within(note).getByRole('button', { name: 'Turn off theft mode' }));
  expect(within(await screen.findByRole('dialog')).getByText('How often it reports does not change.')).toBeDefined();
});

test('UNIT-012, ERR-010: a tracker that is taken is told at once; a free one replaces the old', async () => {
  const { user, told, sent } = await open({}, undefined, {
    'units.validate-imei': ({ query }) => {
      if (query.imei === '350000000000025') throw new ApiError(409, 'ImeiInUse');
      return {};
    },
    'units.replace': ({ body }) => ({ imei: body.new_imei }),
  });
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Replace the tracker' }));
  const field = await screen.findByLabelText('IMEI of the new tracker');
  await user.type(field, '350000000000025');
  expect(await screen.findByText(/already registered/)).toBeDefined();
  await user.clear(field);
  await user.type(field, '350000-000000 033');
  expect(await screen.findByText('This tracker can be used.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Replace the tracker' }));
  await waitFor(() => expect(told).toEqual(['changed', 'moved 350000000000033']));
  expect(sent('units.replace')).toEqual([{ current_imei: IMEI, new_imei: '350000000000033' }]);
});

test('UNIT-010, UNIT-011: changing car asks for the new vehicle and the time by the account’s clock', async () => {
  const { user, sent } = await open({}, undefined, { 'units.change-car': () => ({ imei: IMEI, unit_id: 2 }) });
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change car' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change car' });
  expect(within(dialog).getByText(/Trips before that time stay with Skåpbil Norr/)).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Move the tracker' }));
  expect(within(dialog).getByText('Enter a name.')).toBeDefined();
  await user.type(within(dialog).getByLabelText('Name of the new vehicle'), 'Nya bilen');
  await user.type(within(dialog).getByLabelText('Registration number'), 'NYA123');
  const odometer = within(dialog).getByLabelText<HTMLInputElement>('Odometer');
  await user.type(odometer, '45 67x');
  await user.click(within(dialog).getByRole('button', { name: 'Move the tracker' }));
  expect(odometer.getAttribute('aria-invalid')).toBe('true');
  expect(sent('units.change-car')).toEqual([]);
  await user.clear(odometer);
  await user.type(odometer, '45 678,5');
  const when = within(within(dialog).getByRole('group', { name: 'When' }));
  for (const [name, keys] of [
    [/^year/, '2026'],
    [/^month/, '11'],
    [/^day/, '20'],
    [/^hour/, '08'],
    [/^minute/, '30'],
  ] as const) {
    when.getByRole('spinbutton', { name }).focus();
    await user.keyboard(keys);
  }
  await user.click(within(dialog).getByRole('button', { name: 'Move the tracker' }));
  expect(await screen.findByText('The tracker is now in Nya bilen')).toBeDefined();
  expect(sent('units.change-car')).toMatchObject([
    { name: 'Nya bilen', registration_number: 'NYA123', odometer_km: 45_678.5, from: '2026-11-20T07:30:00.000Z' },
  ]);
});

const modeData = (mayStartTheft: boolean) => modeOf({ can: { set: mayStartTheft, theft: mayStartTheft, track: false } });

test('MODE-009: theft mode is turned on among the unit’s actions, by whoever may and while it is off', async () => {
  const { user, sent } = await open({}, undefined, {
    'modes.get': () => modeData(true),
    'modes.start-theft': () => ({ theft: theftModeOf(), expected_at: null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Turn on theft mode' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Turn on theft mode' }));
  await waitFor(() => expect(sent('modes.start-theft')).toHaveLength(1));
  cleanup();
  const looker = await open({}, undefined, { 'modes.get': () => modeData(false) });
  await looker.user.click(await screen.findByRole('button', { name: 'Actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Change car' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Turn on theft mode' })).toBeNull();
});

test('UNIT-010: the tracker of a boat moves to another boat, and not to a car', async () => {
  const { user } = await open({ kind: 'boat', name: 'Havsörn' });
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change boat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change boat' }));
  expect(dialog.getByText(/^The tracker moves from Havsörn to another boat/)).toBeDefined();
  expect(dialog.queryByLabelText('Odometer'), 'UNIT-003: a boat has none').toBeNull();
  expect(dialog.getByRole('textbox', { name: /^Name of the new boat/ })).toBeDefined();
});

test('ADM-025, ADM-011: taking a unit out of use names it and its consequence, and leads to the list', async () => {
  const { user, told, sent } = await open({}, undefined, {
    'units.retire': () => ({}),
    'bookings.losses': () => ({ bookings: 2 }),
  });
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Take out of use' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take out of use' });
  expect(within(dialog).getByText(/The tracker becomes free/)).toBeDefined();
  expect(await within(dialog).findByText('2 bookings to come are cancelled, and their drivers are told.')).toBeDefined();
  await user.selectOptions(within(dialog).getByLabelText('Why'), 'Sold');
  await user.click(within(dialog).getByRole('button', { name: 'Take Skåpbil Norr out of use' }));
  await waitFor(() => expect(told).toEqual(['changed', 'left']));
  expect(sent('units.retire')).toEqual([{ reason: 'sold' }]);
});

test('ERR-010: a unit that is not there, or not given, is said not to be found, with a way on', async () => {
  const send = fakeSend({
    'units.get': () => {
      throw new ApiError(404, 'UnitNotFound');
    },
  });
  await renderScreen(<Page told={[]} />, { send, user: signedInUser() });
  expect((await screen.findByRole('alert')).textContent).toContain('The unit was not found.');
  expect(screen.getByRole('link', { name: 'All units' })).toBeDefined();
});

test('DRV-001: the page of a unit says who is checked in on it; one that was retired or has no tracker has nobody', async () => {
  await open();
  expect(await screen.findByText('who is checked in on Skåpbil Norr')).toBeDefined();
  for (const over of [{ is_retired: true }, { imei: null }] as const) {
    cleanup();
    await open(over);
    expect(screen.queryByText(/who is checked in/)).toBeNull();
  }
});

test('UNIT-020: a boat has a boat type', async () => {
  await open({ kind: 'boat' }, 'general');
  expect(await screen.findByRole('textbox', { name: 'Boat type' })).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Vehicle type' })).toBeNull();
});

test('UNIT-020: the settings of a boat are called as boats are spoken of, and its tracker sits under no dashboard', async () => {
  await open({ kind: 'boat', last_contact_at: new Date(Date.now() - 240_000).toISOString() }, 'general');
  expect(await screen.findByText(/^Last contact [34] min ago$/)).toBeDefined();
  expect(await screen.findByText('For example beside the battery, below the floor.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Trips' })).toBeDefined();
  expect(screen.getAllByText('Use').length).toBeGreaterThan(0);
  expect(screen.queryByText('Trip log')).toBeNull();
  expect(screen.queryByText('Driving')).toBeNull();
});

test('UNIT-020: whether it is a company car is asked of no boat, and a private person is asked for no department', async () => {
  await open({ kind: 'boat' }, 'access');
  expect(await screen.findByText('Who has access')).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
  cleanup();
  await open({ kind: 'boat', department: '', project: null }, 'general', {}, { IsPrivatePerson: true });
  expect(await screen.findByRole('textbox', { name: 'Boat type' })).toBeDefined();
  expect(screen.queryByText('Department')).toBeNull();
});

test('NAV-037, NAV-016: which changes a history shows is read from the address', () => {
  expect(readUnitPageSearch({ imei: IMEI, tab: 'history', history: 'lock', more: 'x' })).toEqual({
    imei: IMEI,
    tab: 'history',
    history: 'lock',
  });
});
