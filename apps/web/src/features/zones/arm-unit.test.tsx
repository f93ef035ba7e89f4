import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { MapContextValue } from '../../map/map-context.ts';
import { fakeMap } from '../../map/testing.tsx';
import { alarmReceiver } from '../alarms/receivers/testing.ts';
import { modeOf } from '../modes/testing.ts';
import { ArmUnit } from './public/arm-unit.tsx';
import { ZonesOnMap } from './public/zones-on-map.tsx';
import { zone, zoneUnit } from './testing.ts';

afterEach(cleanup);

const IMEI = '350000000000017';
const WAITING = zone({ id: 1, is_armed: true, device: { state: 'waiting', at: '2026-11-02T10:00:00Z' } });

async function open(answers: FakeAnswers, at: { lat: number; lng: number } | null = null) {
  const send = fakeSend({
    'alarms.untold': () => ({ units: [] }),
    'zones.units': () => ({ units: [], min_radius: 100 }),
    'modes.get': () => {
      throw new ApiError(404, 'UnitNotFound');
    },
    ...answers,
  });
  await renderScreen(<ArmUnit imei={IMEI} at={at} />, { send, language: 'sv', user: signedInUser({ IsAdmin: true }) });
  return (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body);
}

test('MAP-012, MAP-013: a unit is armed where it is, waits for the unit, and is disarmed from the same card', async () => {
  let armed: typeof WAITING | null = null;
  const bodies = await open({
    'zones.armed': () => ({ geofence: armed, can: { arm: true } }),
    'zones.arm': () => {
      armed = WAITING;
      return { command_id: 4, geofence: WAITING };
    },
    'zones.disarm': () => {
      armed = null;
      return {};
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Larma om den lämnar platsen' }));
  expect(await screen.findByText('Larmet är på · Väntar på enheten')).toBeDefined();
  expect(screen.getByText(/^Larmar om den kommer mer än 300 m bort\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Larma av' }));
  expect(await screen.findByRole('button', { name: 'Larma om den lämnar platsen' })).toBeDefined();
  expect([bodies('zones.arm'), bodies('zones.disarm')]).toEqual([[{ imei: IMEI }], [{ imei: IMEI }]]);
});

test('GEO-008: a unit is said to be in the zone that it stands in, and what its leaving does, before it is armed too', async () => {
  const bygget = zone({ id: 3, name: 'Bygget', lat: 59.37, lng: 18.13, radius: 300, alarm: 'leave', theft_mode_on_leave: true });
  const far = zone({ id: 4, name: 'Hamnen', lat: 59.9, lng: 18.9 });
  const show = async (guard: typeof bygget) => {
    await open(
      {
        'zones.armed': () => ({ geofence: null, can: { arm: true } }),
        'zones.list': () => ({ geofences: [guard, far], min_radius: 50, can: { add: true } }),
      },
      { lat: 59.3705, lng: 18.13 },
    );
    return (await screen.findByText(/^I zonen/)).textContent;
  };
  expect(await show(bygget)).toBe('I zonen Bygget. Lämnar enheten den slås stöldläget på.');
  expect(screen.getByRole('button', { name: 'Larma om den lämnar platsen' }).title).toMatch(/^Zonen Bygget larmar redan/);
  expect(screen.queryByText(/Hamnen/)).toBeNull();
  cleanup();
  expect(await show({ ...bygget, theft_mode_on_leave: false })).toBe('I zonen Bygget. Den larmar när enheten lämnar den.');
  cleanup();
  expect(await show({ ...bygget, is_active: false }), 'one that is off guards nothing').toBe('I zonen Bygget.');
  expect(screen.getByRole('button', { name: 'Larma om den lämnar platsen' }).title).toMatch(/^För natten/);
});

test('MAP-012: a refusal says why, and who may not arm is shown no button', async () => {
  await open({
    'zones.armed': () => ({ geofence: null, can: { arm: true } }),
    'zones.arm': () => {
      throw new ApiError(409, 'ZoneLimitReached');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Larma om den lämnar platsen' }));
  expect(await screen.findByText(/högst 5 zoner/)).toBeDefined();
  cleanup();
  const asked = await open({ 'zones.armed': () => ({ geofence: null, can: { arm: false } }) });
  await waitFor(() => expect(asked('zones.armed')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});

test('ALARM-033, GEO-020: who arms a unit is told that nobody gets the alarm, and that it reports too seldom for the radius', async () => {
  const guarded = zone({ id: 1, is_armed: true });
  const bodies = await open({
    'zones.armed': () => ({ geofence: guarded, can: { arm: true } }),
    'alarms.untold': () => ({ units: [{ imei: IMEI, kind: 'zone-left', reason: 'nobody' }] }),
    'zones.units': () => ({ units: [zoneUnit({ imei: IMEI, name: 'Skåpbil Norr', report_interval_s: 120 })], min_radius: 100 }),
    'zones.arm': () => ({ command_id: null, geofence: guarded }),
  });
  expect(await screen.findByText(/^Ingen får veta det\./)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Välj vem som får larm' })).toBeDefined();
  expect(screen.getByText(/^För 300 m rapporterar den för sällan: .*räcker det/).textContent).not.toContain('Skåpbil');
  await userEvent.click(await screen.findByRole('button', { name: /^Ändra radien till / }));
  await waitFor(() => expect(bodies('zones.arm')).toMatchObject([{ imei: IMEI, lat: 59.3, lng: 18 }]));
  expect((bodies('zones.arm')[0] as { radius: number }).radius).toBeGreaterThan(300);
});

test('ALARM-033: whoever arms a unit of which nobody is told is told of it at a press, and the warning is gone', async () => {
  let told: unknown = null;
  const none = { registration_number: null, isLocked: false };
  const bodies = await open({
    'zones.armed': () => ({ geofence: zone({ id: 1, is_armed: true }), can: { arm: true } }),
    'alarms.untold': () => ({ units: told === null ? [{ imei: IMEI, kind: 'zone-left', reason: 'nobody' }] : [] }),
    'alarms.receivers': () => ({ alarmReceivers: [], SmsCredits: 0 }),
    'alarms.save-receiver': () => ({ id: 9 }),
    'alarms.receiver-units': () => ({
      gps: [
        { ...none, ID: 4, Name: 'Skåpbil Norr', Imei: IMEI, IsSelected: false },
        { ...none, ID: 5, Name: 'Båten', Imei: '350000000000025', IsSelected: true },
        { ...none, ID: 6, Name: 'Släpet', Imei: '350000000000033', IsSelected: false },
      ],
      ble: [],
    }),
    'alarms.assign-units': (request) => {
      told = request.body;
      return {};
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Meddela mig via e-post' }));
  expect(await screen.findByText('Säkerhetslarm för Skåpbil Norr går nu till anna@example.com.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/^Ingen får veta det/)).toBeNull());
  expect(bodies('alarms.save-receiver')).toEqual([
    { member_id: 7, name: 'Anna Lindqvist', email: 'anna@example.com', security_alarm: 1 },
  ]);
  const units = [4, 5].map((terminal_id) => ({ terminal_id, device_type: 'gps' }));
  expect(told, 'what the receiver was told of already stays').toEqual({ receiver_id: 9, terminals: units });
});

test('ALARM-033: whoever arms a unit whose alarm somebody else gets can get it too, and is not asked once they do', async () => {
  const guarded = zone({ id: 1, is_armed: true });
  const show = async (member_id: number | null) => {
    await open({
      'zones.armed': () => ({ geofence: guarded, can: { arm: true } }),
      'alarms.receivers': () => ({ alarmReceivers: [], SmsCredits: 0 }),
      'alarms.unit-receivers': () => ({ alarmReceivers: [alarmReceiver({ id: 3, name: 'Granne Kari', member_id })] }) as never,
    });
    expect(await screen.findByText(/Larmet går till Granne Kari\./)).toBeDefined();
    return screen.queryByRole('button', { name: 'Meddela mig via e-post' }) !== null;
  };
  expect(await show(null)).toBe(true);
  cleanup();
  expect(await show(7)).toBe(false);
});

test('ALARM-033: whose number is known is told by text message too while some are left; else it is said how', async () => {
  const show = async (SmsCredits: number, phone: string) =>
    open({
      'zones.armed': () => ({ geofence: zone({ id: 1, is_armed: true }), can: { arm: true } }),
      'alarms.untold': () => ({ units: [{ imei: IMEI, kind: 'zone-left', reason: 'nobody' }] }),
      'alarms.receivers': () => ({ alarmReceivers: [], SmsCredits }),
      'users.profile': () => ({ phone }) as never,
      'alarms.save-receiver': () => ({ id: 9 }),
      'alarms.receiver-units': () => ({ gps: [], ble: [] }),
      'alarms.assign-units': () => ({}),
    });
  const bodies = await show(100, '4741234567');
  await userEvent.click(await screen.findByRole('button', { name: 'Meddela mig via e-post och sms' }));
  expect(await screen.findByText(/går nu till anna@example\.com och sms till \+47\s412\s34\s567\.$/)).toBeDefined();
  expect(bodies('alarms.save-receiver')).toMatchObject([{ country_code: '47', phone: '41234567' }]);
  cleanup();
  await show(100, '');
  await userEvent.click(await screen.findByRole('button', { name: 'Meddela mig via e-post' }));
  expect(await screen.findByText(/Med ditt mobilnummer bland larmmottagarna får du sms också\.$/)).toBeDefined();
});

const REPORTING = modeOf({ interval_s: 597 });

test('GEO-020: an armed unit says how late its alarm may be, and its radius is changed on its card', async () => {
  let guarded = zone({ id: 1, is_armed: true });
  const bodies = await open({
    'zones.armed': () => ({ geofence: guarded, can: { arm: true } }),
    'modes.get': () => REPORTING,
    'zones.arm': ({ body }) => {
      guarded = { ...guarded, radius: body.radius! };
      return { command_id: null, geofence: guarded };
    },
  });
  expect(await screen.findByText(/Rapporterar var 10:e minut, så larmet kan dröja upp till 10 min\./)).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: /Radie/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual(
    ['100 m', '300 m', '500 m', '1 000 m', '2 000 m'].map((each) => `Radie ${each}`),
  );
  await userEvent.click(screen.getByRole('option', { name: /500/ }));
  await waitFor(() => expect(bodies('zones.arm')).toEqual([{ imei: IMEI, lat: 59.3, lng: 18, radius: 500 }]));
  expect(await screen.findByText(/^Larmar om den kommer mer än 500 m bort\./)).toBeDefined();
});

test('MAP-013: one that was turned off among the zones is not said to be armed', async () => {
  await open({ 'zones.armed': () => ({ geofence: zone({ id: 1, is_armed: true, is_active: false }), can: { arm: true } }) });
  expect(await screen.findByRole('button', { name: 'Larma om den lämnar platsen' })).toBeDefined();
  expect(screen.queryByText(/Larmet är på/)).toBeNull();
});

test('MAP-013: a unit that has left where it was armed is said to have, and no longer to be guarded there', async () => {
  const last_event = { at: '2026-11-02T22:51:00Z', direction: 'left', unit_name: 'Skåpbil Norr' } as const;
  await open({ 'zones.armed': () => ({ geofence: zone({ id: 1, is_armed: true, last_event }), can: { arm: true } }) });
  expect(await screen.findByText('Har lämnat platsen 2026-11-02 23:51')).toBeDefined();
  expect(screen.queryByText(/Bevakas/)).toBeNull();
});

test('MAP-013: the card says within how far a unit is armed and who is told, and the map shows it without the layer of zones', async () => {
  localStorage.clear();
  const map = fakeMap();
  let armed: typeof WAITING | null = zone({ id: 1, is_armed: true, armed_since: '2026-11-02T22:51:00Z' });
  const receiver = alarmReceiver({ name: 'Ingrid Tangvold' });
  const send = fakeSend({
    'alarms.untold': () => ({ units: [] }),
    'zones.units': () => ({ units: [], min_radius: 100 }),
    'zones.armed': () => ({ geofence: armed, can: { arm: true } }),
    'modes.get': () => {
      throw new ApiError(404, 'UnitNotFound');
    },
    'zones.disarm': () => {
      armed = null;
      return {};
    },
    'alarms.unit-receivers': () => ({
      alarmReceivers: [{ ...receiver, terminal_id: 1, device_type: 'gps' as const }],
      SmsCredits: 0,
      can: { add: true },
    }),
  });
  await renderScreen(
    <>
      <ArmUnit imei={IMEI} />
      <MapContextValue value={map.context}>
        <ZonesOnMap openImei={IMEI} />
      </MapContextValue>
    </>,
    { send, language: 'sv', user: signedInUser({ IsAdmin: true }) },
  );
  expect(await screen.findByText('Larmet är på sedan 2026-11-02 23:51')).toBeDefined();
  expect(await screen.findByText(/^Larmar om den kommer mer än 300 m bort\..*Larmet går till Ingrid Tangvold\.$/)).toBeDefined();
  const rings = () => [...map.features.values()].flat();
  await waitFor(() => expect(rings()).toHaveLength(1));
  expect(send.requests.filter(({ id }) => id === 'zones.armed')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Larma av' }));
  await screen.findByRole('button', { name: 'Larma om den lämnar platsen' });
  await waitFor(() => expect([...map.layers.keys()]).toEqual([]));
});

test('MAP-013: who disarms a unit by mistake arms it again around the same place and as far, until it has left', async () => {
  let armed: ReturnType<typeof zone> | null = zone({ id: 1, is_armed: true, radius: 1_000 });
  const bodies = await open({
    'zones.armed': () => ({ geofence: armed, can: { arm: true } }),
    'zones.arm': () => {
      armed = zone({ id: 2, is_armed: true, radius: 1_000 });
      return { command_id: null, geofence: armed };
    },
    'zones.disarm': () => {
      armed = null;
      return {};
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Larma av' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ångra' }));
  expect(await screen.findByText(/^Larmar om den kommer mer än 1\s000 m bort\./)).toBeDefined();
  expect(bodies('zones.arm')).toEqual([{ imei: IMEI, lat: 59.3, lng: 18, radius: 1_000 }]);
  cleanup();
  const last_event = { at: '2026-11-02T22:51:00Z', direction: 'left', unit_name: 'Skåpbil Norr' } as const;
  armed = zone({ id: 1, is_armed: true, last_event });
  await open({
    'zones.armed': () => ({ geofence: armed, can: { arm: true } }),
    'zones.disarm': () => {
      armed = null;
      return {};
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Larma av' }));
  await screen.findByText('Larmet är avslaget.');
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull();
});

test('MAP-013: the map shows all that is guarded once a unit is armed or guarded farther, not for a card that is opened', async () => {
  const { context } = fakeMap();
  const fits: number[] = [];
  const handle: typeof context.handle = {
    ...context.handle,
    isInView: () => false,
    fit: (points) => void fits.push(points.length),
  };
  let guarded = zone({ id: 1, is_armed: true });
  const send = fakeSend({
    'alarms.untold': () => ({ units: [] }),
    'zones.units': () => ({ units: [], min_radius: 100 }),
    'zones.armed': () => ({ geofence: guarded, can: { arm: true } }),
    'modes.get': () => REPORTING,
    'zones.arm': ({ body }) => {
      guarded = { ...guarded, radius: body.radius! };
      return { command_id: null, geofence: guarded };
    },
  });
  await renderScreen(
    <>
      <ArmUnit imei={IMEI} />
      <MapContextValue value={{ ...context, handle }}>
        <ZonesOnMap openImei={IMEI} />
      </MapContextValue>
    </>,
    { send, language: 'sv', user: signedInUser({ IsAdmin: true }) },
  );
  await userEvent.click(await screen.findByRole('button', { name: /Radie/ }));
  expect(fits).toEqual([]);
  await userEvent.click(screen.getByRole('option', { name: /1\s000/ }));
  await waitFor(() => expect(fits).toHaveLength(1));
});
