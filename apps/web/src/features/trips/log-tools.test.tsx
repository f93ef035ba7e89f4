import type { Unit } from '@spora/contract/units/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LookOnly } from '../../ui/look-only.tsx';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { LogTools } from './components/log-tools.tsx';
import type { TripEdits } from './use-trip-edits.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('TRIP-035: from the log of one unit its driver is in the form for what was filled with a single press', async () => {
  const send = fakeSend({
    'refuelling.list': () => ({
      rows: [],
      has_more: false,
      draft: { fuel_type: 'diesel', odometer_km: 100, currency: 'SEK' },
      can: { add: true },
    }),
  });
  const unit = (id: number, imei: string) => ({ id, imei, name: `Bil ${id}`, registration_number: null }) as Unit;
  await renderScreen(
    <LogTools
      units={[unit(1, '350000000000017'), unit(2, '350000000000025')]}
      today="2026-04-03"
      edits={{ undoCount: 0 } as TripEdits}
      hasColumns={false}
      hasActions
      filter={{ from: '2026-04-01', to: '2026-04-03', imeis: ['350000000000025'] }}
    >
      {null}
    </LogTools>,
    { send, user: signedInUser() },
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Refuel' }));
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeTruthy();
  expect(send.requests.find(({ id }) => id === 'refuelling.list')?.params).toEqual({ imei: '350000000000025' });
});

test('ROLE-011: where staff only look, what would change the log is off and says why; what reads it is not', async () => {
  const unit = { id: 1, imei: '350000000000017', name: 'Bil 1', registration_number: null } as Unit;
  await renderScreen(
    <LookOnly value="You only look">
      <LogTools
        units={[unit]}
        today="2026-04-03"
        edits={{ undoCount: 0 } as TripEdits}
        hasColumns
        hasActions
        filter={{ from: '2026-04-01', to: '2026-04-03' }}
      >
        {null}
      </LogTools>
    </LookOnly>,
    { send: fakeSend({}), user: signedInUser() },
  );
  for (const name of ['Refuel', 'Add trip']) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    expect([button.disabled, button.title]).toEqual([true, 'You only look']);
  }
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Columns' }).disabled).toBe(false);
});
