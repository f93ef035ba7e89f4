import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { ReceiversScreen } from './screen.tsx';
import { alarmReceiver } from './testing.ts';

afterEach(cleanup);

test.each<[what: string, theirs: Partial<AlarmReceiver>, told: readonly string[]]>([
  ['the country code', { country_code: '47' }, ['Phone number is now: +47-701234567']],
  ['the end of the quiet hours', { quiet_to: '08:00' }, ['Quiet hours is now: 22:00–08:00']],
  ['both ends of them', { quiet_from: null, quiet_to: null }, ['Quiet hours is now: –']],
  ['who is told next', { escalate_to: 3 }, ['Then tell is now: Cia Ceder, 15 minutes']],
  ['that nobody is', { escalate_to: null, escalate_after_min: null }, ['Then tell is now: Nobody else']],
])('ERR-041: %s that somebody else has changed meanwhile is told once, and theirs can be taken', async (_, theirs, told) => {
  const asa = alarmReceiver({
    ...{ id: 1, country_code: '46', phone: '701234567', quiet_from: '22:00', quiet_to: '07:00' },
    ...{ escalate_to: 2, escalate_after_min: 15 },
  });
  let isOther = false;
  const send = fakeSend({
    'alarms.receivers': () => ({
      alarmReceivers: [
        isOther ? { ...asa, ...theirs } : asa,
        alarmReceiver({ id: 2, name: 'Bo Berg', email: 'bo@example.test' }),
        alarmReceiver({ id: 3, name: 'Cia Ceder', email: 'cia@example.test' }),
      ],
      SmsCredits: 42,
    }),
    'accounts.options': () => ({
      alert_language: 'sv' as const,
      alert_time_zone: 'Europe/Stockholm',
      alert_time_zones: ['Europe/Stockholm'],
      purpose_required: false,
      driver_required: false,
      monthly_attest_reminder: false,
    }),
    'alarms.save-receiver': () => {
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await renderScreen(<ReceiversScreen search={{}} onSearch={() => {}} />, { send, language: 'en', user: signedInUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  await userEvent.type(sheet.getByLabelText('Name'), ' i Solna');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect((await sheet.findAllByText(/is now:/)).map(({ textContent }) => textContent)).toEqual(told);
  await userEvent.click(sheet.getByRole('button', { name: 'Use theirs' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value, 'what they left alone stays as it was typed').toBe(
    'Åsa Öst i Solna',
  );
});
