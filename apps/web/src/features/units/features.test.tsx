import type { DataOf } from '@spora/contract/endpoint-map';
import type { UnitFeature } from '@spora/contract/units/features';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers, withoutWas } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { FeaturesBulkDialog } from './components/features-bulk-dialog.tsx';
import { FeatureSettingsScreen } from './public.tsx';
import { tabsOf } from './form-model.ts';
import { readUnitSearch, shownRows } from './list-model.ts';
import { unitDetails, unitRow } from './testing.ts';
import { UnitScreen } from './unit-screen.tsx';

afterEach(cleanup);
const IMEI = '350000000000017';

function Page(props: { tab: string | undefined }) {
  const [tab, setTab] = useState(props.tab);
  const [history, setHistory] = useState<string>();
  return (
    <UnitScreen
      imei={IMEI}
      tab={tab}
      onTab={setTab}
      history={history}
      onHistory={setHistory}
      onMoved={() => undefined}
      onLeave={() => undefined}
      onChanged={() => undefined}
      renderGeoData={() => <p>raw positions</p>}
    />
  );
}
async function openUnit(over: Partial<UnitDetails> = {}, tab?: string) {
  let unit = unitDetails(over);
  const send = fakeSend({
    'units.get': () => unit,
    'bookings.losses': () => ({ bookings: 2 }),
    'units.update': ({ body }) => (unit = { ...unit, ...(body as Partial<UnitDetails>) }),
    'accounts.list-groups': () => ({ groups: [], can: { create: true, edit: true } }),
  });
  await renderScreen(<Page tab={tab} />, { send, user: signedInUser() });
  await screen.findAllByRole('heading', { level: 2 });
  const sent = () => send.requests.filter(({ id }) => id === 'units.update').map(({ body }) => withoutWas(body));
  return { user: userEvent.setup(), sent };
}

test('FEAT-001: the features of a unit are ticked, saved by themselves and can be taken back', async () => {
  const { user, sent } = await openUnit({ features: ['eco'] }, 'features');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Eco-driving' }).checked).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Theft protection' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ features: ['eco', 'theft'] }]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ features: ['eco'] }));
});

test('FEAT-001, UNIT-020: a unit without a trip log has no tab for features, and who has no map none for geo data', async () => {
  await openUnit({ has_trip_log: false }, 'features');
  expect(screen.queryByRole('link', { name: 'Features' })).toBeNull();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Overview');
  expect(screen.getByRole('link', { name: 'Geo data' })).toBeDefined();
  const unit = unitDetails();
  expect(tabsOf(unit)).toContain('features');
  expect(tabsOf({ ...unit, can: { ...unit.can, geo_data: false } })).not.toContain('geo-data');
  expect(tabsOf({ ...unit, tracker: null })).not.toContain('connection');
});

test('FEAT-001, UNIT-020: the tabs of features that are off are not shown; where nothing can be switched they are', () => {
  const unit = unitDetails();
  const tabs = ['service', 'eco', 'io', 'theft'];
  const shown = (over: Partial<typeof unit>) => tabsOf({ ...unit, ...over }).filter((tab) => tabs.includes(tab));
  const all = shown({});
  expect(all).toContain('service');
  expect(all).toContain('theft');
  expect(shown({ features: [] })).toEqual([]);
  expect(shown({ features: ['service'] })).toEqual(['service']);
  expect(shown({ features: [], has_trip_log: false })).toEqual(all);
});

test('UNIT-021: what was ticked is still there after looking at another tab, and the tab is marked meanwhile', async () => {
  const { user, sent } = await openUnit({ features: [] }, 'features');
  await user.click(screen.getByRole('checkbox', { name: 'Service' }));
  await user.click(screen.getByRole('link', { name: 'Geo data' }));
  expect(screen.getByText('raw positions')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Features •' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Service' }).checked).toBe(true);
  expect(sent()).toEqual([]);
});

test('UNIT-024: a member who may not change all reads the features', async () => {
  await openUnit({ features: ['eco'], can: { ...unitDetails().can, edit_all: false } }, 'features');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Eco-driving' }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('UNIT-003: the fuel form asks for consumption and CO2 when it is first saved, and what was unknown cannot be taken back', async () => {
  const { user, sent } = await openUnit({}, 'fuel');
  await user.type(screen.getByLabelText('Consumption per 10 km'), '0,8');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a number.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('CO2 emission'));
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText('CO2 emission'), '0');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ consumption_per_10km: 0.8, co2_g_per_km: 0 }]));
  await screen.findByText('Saved');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('UNIT-003: a tag, a machine and a boat are not asked for consumption or CO2', async () => {
  const { user, sent } = await openUnit({ kind: 'boat' }, 'fuel');
  await user.type(screen.getByLabelText('Consumption per nautical mile'), '2.5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ consumption_per_10km: 13.499 }]));
});

test('UNIT-020: the consumption of a boat is told per nautical mile and comes back as it was typed; its CO2 is asked for only where there is one', async () => {
  await openUnit({ kind: 'boat', consumption_per_10km: 13.499, co2_g_per_km: null }, 'fuel');
  expect(screen.getByLabelText<HTMLInputElement>('Consumption per nautical mile').value).toBe('2.5');
  expect(screen.queryByLabelText('CO2 emission')).toBeNull();
  cleanup();
  const { user } = await openUnit({ kind: 'boat', co2_g_per_km: 900 }, 'fuel');
  expect(screen.getByLabelText<HTMLInputElement>('CO2 emission').value).toBe('900');
  const field = screen.getByLabelText<HTMLInputElement>('Consumption per nautical mile');
  await user.type(field, '2.x');
  expect(field.value, 'what is no number stands as it was typed').toBe('2.x');
});

test('UNIT-020: a boat has neither driving style nor what only roads have; what is on of it stays on', async () => {
  const { user, sent } = await openUnit({ kind: 'boat', features: ['benefit', 'eco'] }, 'features');
  expect(screen.queryByRole('link', { name: 'Eco-driving' })).toBeNull();
  for (const name of ['Benefit value', 'Eco-driving', 'Autoplan', 'Car booking'])
    expect(screen.queryByRole('checkbox', { name }), name).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Booking' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ features: ['benefit', 'eco', 'booking'] }]));
});

test('UNIT-003: the page of a unit names what is missing and leads to the form that states it', async () => {
  const { user } = await openUnit({ open_matters: ['consumption', 'co2'] });
  expect(screen.getByText('This has not been set yet. Trips, costs and reports depend on it.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'CO2' }));
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Fuel and CO2');
});

test('UNIT-003: a unit with nothing missing says nothing, and who may not state it is not told', async () => {
  await openUnit({ open_matters: ['co2'], can: { ...unitDetails().can, edit_all: false } });
  expect(screen.queryByText(/not been set yet/)).toBeNull();
});

test('UNIT-003: the list is narrowed to the units with something missing', () => {
  const rows = [unitRow({ id: 1, open_matters: ['odometer'] }), unitRow({ id: 2 })];
  expect(shownRows(rows, { show: 'open' }, 'sv', 0).map(({ id }) => id)).toEqual([1]);
});

test('ADM-030, UNIT-019: the list is narrowed to the units without contact, and not to those of which it is not told', () => {
  const rows = [unitRow({ id: 1, state: 'no-contact' }), unitRow({ id: 2, state: 'parked' }), unitRow({ id: 3, state: null })];
  expect(shownRows(rows, { show: 'silent' }, 'sv', 0).map(({ id }) => id)).toEqual([1]);
  expect(readUnitSearch({ show: 'silent', sort: 'contact' })).toEqual({ show: 'silent', sort: 'contact' });
});

test('UNIT-019, MAP-019: a unit that never connected is without contact, as on the map; a locked one or one in private use may have any', () => {
  const rows = [
    unitRow({ id: 1, state: null, last_contact_at: null }),
    unitRow({ id: 2, state: null, last_contact_at: null, locked_by: 'Otto Admin' }),
    unitRow({ id: 3, state: null, last_contact_at: null, in_private_use: true }),
  ];
  expect(shownRows(rows, { show: 'silent' }, 'sv', 0).map(({ id }) => id)).toEqual([1]);
});

test('ADM-030: Today leads to the units that it counts: those without contact for an hour and more', () => {
  const now = Date.parse('2026-03-17T12:00:00Z');
  const rows = [
    unitRow({ id: 1, state: 'no-contact', last_contact_at: '2026-03-17T11:00:00Z' }),
    unitRow({ id: 2, state: 'no-contact', last_contact_at: '2026-03-17T11:00:01Z' }),
    unitRow({ id: 3, state: 'parked', last_contact_at: '2026-03-16T11:00:00Z' }),
    unitRow({ id: 4, state: 'no-contact', last_contact_at: null }),
  ];
  expect(shownRows(rows, { show: 'lost' }, 'sv', now).map(({ id }) => id)).toEqual([1, 4]);
  expect(readUnitSearch({ show: 'lost', sort: 'contact' })).toEqual({ show: 'lost', sort: 'contact' });
});

const profiles = [{ id: 7, name: 'Servicebilar', features: ['eco', 'fuel'] as UnitFeature[] }];

async function openBulk(answers: FakeAnswers) {
  const send = fakeSend({ 'units.feature-profiles': () => ({ profiles }), ...answers });
  await renderScreen(<FeaturesBulkDialog imeis={['1', '2', '3']} onClose={() => undefined} />, { send, user: signedInUser() });
  await screen.findByRole('option', { name: 'Servicebilar' });
  return { user: userEvent.setup(), send };
}
const asked = (send: ReturnType<typeof fakeSend>, id: string) =>
  send.requests.filter((request) => request.id === id).map(({ body }) => body);

test('FEAT-003: applying a profile shows what each unit gains and loses and which cannot take it, before it is done', async () => {
  const units: DataOf<'units.apply-feature-profile'>['units'] = [
    { imei: '1', name: 'Bil A', added: ['fuel'], removed: ['theft'], refused: null },
    { imei: '2', name: 'Bil B', added: [], removed: [], refused: 'UnitHasNoTripLog' },
    { imei: '3', name: 'Bil C', added: [], removed: [], refused: null },
  ];
  const { user, send } = await openBulk({ 'units.apply-feature-profile': () => ({ units }) });
  await user.selectOptions(screen.getByLabelText('What to do'), 'Servicebilar');
  expect(screen.getByText('Each unit gets exactly: Eco-driving, Fuel consumption.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  expect(await screen.findByText('Gets Fuel consumption')).toBeDefined();
  expect(screen.getByText('Loses Theft protection')).toBeDefined();
  expect(screen.getByText('The unit has no trip log, so it has no features to switch on or off.')).toBeDefined();
  expect(screen.getByText('1 unit stays as it is.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Change 1 unit' }));
  expect(await screen.findByText('1 unit was changed.')).toBeDefined();
  expect(asked(send, 'units.apply-feature-profile')).toEqual([
    { imeis: ['1', '2', '3'], commit: false },
    { imeis: ['1', '2', '3'], commit: true },
  ]);
});

test('ADM-011: before units are booked no more it is told how many bookings go', async () => {
  const { user, send } = await openBulk({
    'units.rows': () => ({
      units: [unitRow({ id: 21, imei: '1' }), unitRow({ id: 22, imei: '2' })],
      can: { add: true, bulk: true },
    }),
    'units.bulk': () => ({
      units: [{ imei: '1', name: 'Bil A', before: 'eco, booking', after: 'eco', had: ['eco', 'booking'], refused: null }],
    }),
    'bookings.losses': () => ({ bookings: 3 }),
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'What to do' }), 'remove');
  await user.click(screen.getByRole('checkbox', { name: 'Car booking' }));
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  expect(await screen.findByText(/^3 bookings to come/)).toBeDefined();
  expect(asked(send, 'bookings.losses')).toEqual([{ losses: [{ unit_id: 21, user_id: null }], by_lock: false }]);
  cleanup();
  await openUnit({ features: ['eco', 'booking'] }, 'features');
  expect(screen.queryByText(/bookings to come/)).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Car booking' }));
  expect(await screen.findByText(/^2 bookings to come/)).toBeDefined();
});

test('UNIT-013, UNIT-015: features of many units need at least one chosen, and their difference is told in words', async () => {
  const units = [{ imei: '1', name: 'Bil A', before: 'eco', after: 'fuel, eco', had: ['eco'], refused: null }];
  const { user, send } = await openBulk({ 'units.bulk': () => ({ units }) });
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  expect(screen.getByText('Choose at least one feature.')).toBeDefined();
  expect(asked(send, 'units.bulk')).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'Fuel consumption' }));
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  expect(await screen.findByText('Gets Fuel consumption')).toBeDefined();
  expect(asked(send, 'units.bulk')).toEqual([{ imeis: ['1', '2', '3'], action: 'add', values: ['fuel'], commit: false }]);
});

async function openSettings(answers: FakeAnswers = {}) {
  let kept = [...profiles];
  const send = fakeSend({
    'units.default-features': () => ({ features: ['eco'] }),
    'units.save-default-features': () => ({}),
    'units.feature-profiles': () => ({ profiles: kept }),
    'units.create-feature-profile': ({ body }) => {
      const added = { id: 8, ...body };
      kept = [...kept, added];
      return added;
    },
    'units.remove-feature-profile': () => ((kept = []), {}),
    ...answers,
  });
  await renderScreen(<FeatureSettingsScreen />, {
    send,
    user: signedInUser(),
  });
  await screen.findByRole('heading', { name: 'Feature profiles' });
  return { user: userEvent.setup(), send };
}

test('FEAT-002, FEAT-004: the features of new units are chosen and saved', async () => {
  const { user, send } = await openSettings();
  await user.click(screen.getByRole('checkbox', { name: 'Service' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(asked(send, 'units.save-default-features')).toEqual([{ features: ['eco', 'service'] }]);
});

test('FEAT-002, FEAT-004: a profile needs a name of its own and a feature; what was typed stays when it is refused', async () => {
  const { user, send } = await openSettings({
    'units.create-feature-profile': () => {
      throw new ApiError(422, { name: ['NameExists'] });
    },
  });
  await user.click(screen.getByRole('button', { name: 'Add a profile' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter a name.')).toBeDefined();
  expect(dialog.getByText('Choose at least one feature.')).toBeDefined();
  expect(asked(send, 'units.create-feature-profile')).toEqual([]);
  await user.type(dialog.getByLabelText('Name of the profile'), 'Servicebilar');
  await user.click(dialog.getByRole('checkbox', { name: 'Eco-driving' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('The name is already used.')).toBeDefined();
  // NAV-039: nor does Escape throw it away.
  expect(hasUnsaved()).toBe(true);
  await user.keyboard('{Escape}');
  expect(dialog.getByLabelText<HTMLInputElement>('Name of the profile').value).toBe('Servicebilar');
});

test('FEAT-002: a removed profile can be brought back', async () => {
  const { user, send } = await openSettings();
  await user.click(screen.getByRole('button', { name: 'Actions for Servicebilar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove profile' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(asked(send, 'units.create-feature-profile')).toEqual([{ name: 'Servicebilar', features: ['eco', 'fuel'] }]),
  );
});
