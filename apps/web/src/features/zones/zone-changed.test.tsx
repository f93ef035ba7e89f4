import type { Zone } from '@spora/contract/zones/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ZoneEditor } from './editor-screen.tsx';
import { zone, zoneUnit } from './testing.ts';

afterEach(cleanup);

const DEPOT = zone({ id: 1, name: 'Depån' });
const DEVICE = { state: 'saved', at: null } as const;
const inactive = { days: [1, 2, 3, 4, 5], from: '07:00', to: '16:00' };

test.each<[what: string, theirs: Partial<Zone>, told: string]>([
  ['its name', { name: 'Gården' }, 'Namn är nu: Gården'],
  ['where it is', { lat: 59.4, lng: 18.1, address: '' }, 'Adress är nu: 59.4, 18.1'],
  ['how large it is', { radius: 1200 }, 'Radie (m) är nu: 1 200 m'],
  ['what raises an alarm', { alarm: 'both' }, 'Larm är nu: Larm när en enhet lämnar eller kommer in i zonen'],
  ['that it starts theft mode', { theft_mode_on_leave: true }, 'Starta stöldläge när en enhet lämnar zonen är nu: Ja'],
  [
    'its units',
    { imeis: ['2'], units: [{ id: 2, imei: '2', name: 'Bil 2', device: DEVICE, crossed: null }] },
    'Enheter är nu: Bil 2',
  ],
  ['when it is inactive', { inactive }, 'Inaktiva tider är nu: Inaktiv mån–fre 07:00–16:00'],
  ['that it is off', { is_active: false }, 'Läge är nu: Av'],
])('ERR-041: %s that somebody else has changed meanwhile is told, and theirs is taken', async (_, theirs, told) => {
  let isOther = false;
  const send = fakeSend({
    'zones.list': () => ({ geofences: [isOther ? { ...DEPOT, ...theirs } : DEPOT], min_radius: 300, can: { add: true } }),
    'zones.units': () => ({ units: [zoneUnit({ imei: '350000000000017', name: 'Skåpbil Norr' })], min_radius: 300 }),
    'zones.save': () => {
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
    'places.list': () => ({ places: [], can: { add: true, for_all_units: true } }),
  });
  await renderScreen(<ZoneEditor id={1} onDone={() => {}} renderMap={() => null} />, {
    send,
    language: 'sv',
    user: signedInUser(),
  });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Namn' });
  await userEvent.type(name, ' norr');
  await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
  expect((await screen.findAllByText(/ är nu: /)).map(({ textContent }) => textContent?.replace(/[\u00a0\u202f]/g, ' '))).toEqual(
    [told],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Använd den andras' }));
  expect(name.value, 'what they left alone stays as it was typed').toBe(theirs.name ?? `${DEPOT.name} norr`);
});
