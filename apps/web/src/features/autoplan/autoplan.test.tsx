import {
  AUTOPLAN_PROBLEMS,
  type AutoplanSettings,
  type AutoplanStatus,
  type AutoplanUnit,
} from '@spora/contract/autoplan/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, type FakeAnswers, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { AutoplanScreen } from './public.tsx';

afterEach(cleanup);
const unit = (over: Partial<AutoplanUnit> = {}): AutoplanUnit => ({
  imei: '350000000000017',
  name: 'Skåpbil',
  registration_number: 'ABC 123',
  state: 'ready',
  problem: null,
  odometer_start_km: 10_000,
  odometer_end_km: 11_200,
  business_km: 900,
  private_km: 300,
  registered_km: null,
  reported_at: null,
  doubt: null,
  last_odometer_km: null,
  ...over,
});
const status = (over: Partial<AutoplanStatus> = {}): AutoplanStatus => ({
  month: '2026-11',
  is_open: true,
  changes_at: '2026-12-04T23:00:00.000Z',
  is_on: true,
  units: [unit()],
  ...over,
});
const SETTINGS: AutoplanSettings = { is_on: true, customer_id: 'K-17', has_secret: true, is_available: true };

async function show(told: AutoplanStatus, answers: FakeAnswers = {}) {
  const send = fakeSend({ 'autoplan.status': () => told, 'autoplan.settings': () => SETTINGS, ...answers });
  await renderScreen(<AutoplanScreen />, { send, language: 'sv', user: signedInUser() });
  await screen.findByRole('heading', { name: 'Kilometer i november 2026' });
  await screen.findByLabelText('Kundnummer');
  return {
    user: userEvent.setup(),
    sent: (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body),
  };
}

test('AUTO-005, ERR-018, NAV-035: each vehicle with plate, odometers, kilometres and state; one, several or all are reported', async () => {
  const other = unit({ imei: '350000000000025', name: 'Personbil', registration_number: 'DEF 456' });
  const done = unit({
    imei: '350000000000033',
    name: 'Klar bil',
    state: 'reported',
    registered_km: 1200,
    reported_at: '2026-12-01T09:00:00Z',
  });
  const { user, sent } = await show(status({ units: [unit(), other, done] }), { 'autoplan.report': () => status() });
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toMatch(/Skåpbil ABC 123.*10.000 – 11.200.*900.*300.*Klar/);
  expect(rows[3]).toMatch(/Rapporterad.*1.200 km registrerade/);
  expect(screen.queryByLabelText('Välj Klar bil')).toBeNull();
  await user.click(screen.getByLabelText('Välj Personbil'));
  await user.click(screen.getByRole('button', { name: 'Rapportera valda (1)' }));
  await waitFor(() => expect(sent('autoplan.report')).toEqual([{ imeis: [other.imei], confirmed_imeis: [] }]));
  await user.click(await screen.findByRole('button', { name: 'Rapportera alla som är klara (2)' }));
  await waitFor(() =>
    expect(sent('autoplan.report')[1]).toEqual({ imeis: ['350000000000017', '350000000000025'], confirmed_imeis: [] }),
  );
});

test('AUTO-007, AUTO-002: outside the window it can only be read, with when it opens next', async () => {
  await show(status({ is_open: false, changes_at: '2099-12-01T00:00:00+01:00', units: [unit({ state: 'not-due' })] }));
  const closed = screen.getByText(/bara rapporteras den 1:a till 4:e i månaden/).textContent;
  // The date does not break over two lines.
  expect(closed).toContain('2099\u2060-\u206012\u2060-\u206001\u00a000:00, om');
  expect(screen.queryByText('Inte dags än')).toBeNull();
  expect(screen.getByText(/extern tjänst för fordonsskatt/)).toBeDefined();
  expect(screen.getByRole('columnheader', { name: /^Tjänst och .+, km$/ })).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /Välj/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Rapportera/ })).toBeNull();
});

test('AUTO-006: an odometer that fell is asked about before it is sent', async () => {
  const { user, sent } = await show(status({ units: [unit({ doubt: 'fell', last_odometer_km: 12_000 })] }), {
    'autoplan.report': () => status(),
  });
  await user.click(screen.getByRole('button', { name: 'Rapportera alla som är klara (1)' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Skåpbil: Mätarställningen har gått bakåt: 12.000 km rapporterades förra gången/)).toBeDefined();
  expect(sent('autoplan.report')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'De stämmer, rapportera' }));
  await waitFor(() =>
    expect(sent('autoplan.report')).toEqual([{ imeis: ['350000000000017'], confirmed_imeis: ['350000000000017'] }]),
  );
});

test('AUTO-003, ERR-017: every answer of the service is told in words', async () => {
  const units = AUTOPLAN_PROBLEMS.map((problem, i) =>
    unit({ imei: `35000000000010${i}`, name: `Bil ${i}`, state: problem === 'service-car' ? 'not-needed' : 'failed', problem }),
  );
  await show(status({ units }));
  for (const text of [
    'Rapportering är bara möjlig den 1:a till 4:e i månaden.',
    'Föregående månad är redan rapporterad.',
    'Autoplan svarade inte. Försök igen.',
    'Inget registreringsnummer returnerades.',
    'Ingen enhet stämmer med registreringsnumret.',
    'Servicebilar behöver inte rapporteras.',
  ])
    expect(screen.getByText(text)).toBeDefined();
});

test('AUTO-004: the password is typed and never shown; without a customer it is not turned on; the connection is tried', async () => {
  const { user, sent } = await show(status(), {
    'autoplan.save-settings': () => SETTINGS,
    'autoplan.test': () => ({ problem: 'credentials' }),
  });
  expect(screen.getByLabelText<HTMLInputElement>('Lösenord').value).toBe('');
  await user.clear(screen.getByLabelText('Kundnummer'));
  await user.click(screen.getByRole('button', { name: 'Spara' }));
  expect(await screen.findByText('Ange kundnumret.')).toBeDefined();
  expect(sent('autoplan.save-settings')).toEqual([]);
  await user.type(screen.getByLabelText('Kundnummer'), 'K-17');
  await user.type(screen.getByLabelText('Lösenord'), 'nytt');
  await user.click(screen.getByRole('button', { name: 'Spara' }));
  await waitFor(() =>
    expect(sent('autoplan.save-settings')).toMatchObject([{ is_on: true, customer_id: 'K-17', secret: 'nytt' }]),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Lösenord').value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Testa anslutningen' }));
  expect(await screen.findByText('Autoplan godtar inte kundnumret eller lösenordet.')).toBeDefined();
});

test('AUTO-001: an installation without the service says so', async () => {
  const send = fakeSend({
    'autoplan.status': () => status({ units: [] }),
    'autoplan.settings': () => ({ ...SETTINGS, is_available: false }),
  });
  await renderScreen(<AutoplanScreen />, { send, language: 'sv', user: signedInUser() });
  expect(await screen.findByText('Den här installationen har ingen anslutning till Autoplan.')).toBeDefined();
  expect(screen.getByText('Inget fordon har Autoplan bland sina funktioner.')).toBeDefined();
});
