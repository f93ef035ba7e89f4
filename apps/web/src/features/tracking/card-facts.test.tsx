import type { IoData } from '@spora/contract/commands/endpoints';
import type { ServicePlan } from '@spora/contract/maintenance/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { IoFacts } from '../commands/public/io-facts.tsx';
import { NextService } from '../maintenance/public/next-service.tsx';

afterEach(cleanup);
const IMEI = '350000000000017';
const shown = () =>
  [...document.querySelectorAll('dt')].map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
const render = async (send: ReturnType<typeof fakeSend>) => {
  await renderScreen(
    <dl>
      <IoFacts imei={IMEI} />
      <NextService imei={IMEI} />
    </dl>,
    { send, user: signedInUser() },
  );
};
const input = (number: 2 | 3, over: Partial<IoData['inputs'][number]>): IoData['inputs'][number] => ({
  number,
  name: '',
  active_high: true,
  meaning: 'other',
  alarm_delay_s: 0,
  is_active: true,
  as_of: null,
  ...over,
});
const plan = (over: Partial<ServicePlan>): Partial<ServicePlan> => ({
  kind: 'service',
  name: 'Oil',
  state: 'ok',
  remaining_km: 800,
  remaining_hours: null,
  remaining_days: null,
  ...over,
});

test('MAP-021: the card tells doors and outputs that somebody has set up, and what service comes first', async () => {
  const output = { number: 1, name: 'Siren', is_configured: true, is_on: false };
  await render(
    fakeSend({
      'commands.io': () =>
        ({
          inputs: [input(2, { meaning: 'door' }), input(3, { is_active: null, name: 'Lid' })],
          outputs: [output, { ...output, number: 2, is_configured: false }],
        }) as unknown as IoData,
      'maintenance.plans': () =>
        ({
          plans: [plan({ id: 1, forecast_on: '2027-05-01' }), plan({ id: 2, name: 'Belt', forecast_on: '2027-01-15' })],
        }) as never,
    }),
  );
  await screen.findByText('Next service');
  expect(shown()).toEqual(['Door: Open', 'Siren: Off', expect.stringMatching(/^Next service: Belt, about 2027-01-15 \(/)]);
  expect(screen.getByText(/^\(.*left\)$/).className, 'what is left stands in one line').toBe('unbroken');
});
