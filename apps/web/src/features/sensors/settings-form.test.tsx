import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { useSend } from '../../lib/send-context.tsx';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { SettingsForm } from './components/settings-form.tsx';
import { sensorsQuery } from './queries.ts';
import { sensor } from './testing.ts';

afterEach(cleanup);

function Form(): ReactNode {
  const { data } = useQuery(sensorsQuery(useSend()));
  const [first] = data?.sensors ?? [];
  return first && <SettingsForm sensor={first} />;
}
const bodies = (send: ReturnType<typeof fakeSend>, id: string) =>
  send.requests.filter((each) => each.id === id).map(({ body }) => body);

test('BLE-015, DEC-55: what is no number is neither no limit nor 0 minutes: it is told at its field, and nothing is sent', async () => {
  const send = fakeSend({ 'sensors.list': () => ({ sensors: [sensor()], can: { add: true } }), 'sensors.save': () => sensor() });
  await renderScreen(<Form />, { send, language: 'sv', user: signedInUser() });
  const retype = async (label: string, text: string) => {
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    await userEvent.clear(field);
    if (text !== '') await userEvent.type(field, text);
    return field;
  };
  const high = await retype('Högsta temperatur (°C)', '8 grader');
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Spara' }));
  await save();
  expect(await screen.findByText('Ange ett tal mellan −20 och 60.')).toBeDefined();
  expect(document.activeElement).toBe(high);
  await retype('Högsta temperatur (°C)', '8');
  for (const minutes of ['', '1,5', '20 min']) {
    await retype('Minuter utanför innan larm', minutes);
    await save();
    expect(screen.getByText(/^Ange ett tal mellan 0 och 1.440\.$/), minutes).toBeDefined();
  }
  expect(bodies(send, 'sensors.save')).toEqual([]);
  await retype('Minuter utanför innan larm', '15');
  await retype('Högsta temperatur (°C)', '');
  await save();
  await waitFor(() => expect(bodies(send, 'sensors.save')).toMatchObject([{ temperature_high_c: null, outside_min: 15 }]));
});

test('ERR-041, BLE-015: a limit that somebody else has set meanwhile is told, and taken or overwritten; the rest of theirs stays', async () => {
  for (const choice of ['Använd den andras', 'Skriv över med det jag skrev']) {
    let now = sensor();
    const send = fakeSend({
      'sensors.list': () => ({ sensors: [now], can: { add: true } }),
      'sensors.save': ({ body }) => {
        now = sensor({ settings: { ...sensor().settings, temperature_high_c: 6.5, realarm_hours: 24 } });
        if (body.was) throw new ApiError(409, 'ChangedMeanwhile');
        return now;
      },
    });
    await renderScreen(<Form />, { send, language: 'sv', user: signedInUser() });
    const high = await screen.findByLabelText<HTMLInputElement>('Högsta temperatur (°C)');
    await userEvent.clear(high);
    await userEvent.type(high, '9');
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    expect(await screen.findByText('Högsta temperatur (°C) är nu: 6,5')).toBeDefined();
    expect(screen.getByText('Larma igen medan det pågår är nu: Efter 24 timmar')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: choice }));
    const was = { name: 'Kylen', ...sensor().settings };
    const first = { temperature_high_c: 9, realarm_hours: null, was };
    if (choice.startsWith('Använd')) {
      await waitFor(() => expect(high.value).toBe('6,5'));
      expect(hasUnsaved(), 'nothing is left that was typed').toBe(false);
      expect(bodies(send, 'sensors.save')).toMatchObject([first]);
    } else
      await waitFor(() =>
        expect(bodies(send, 'sensors.save')).toMatchObject([first, { temperature_high_c: 9, realarm_hours: 24 }]),
      );
    cleanup();
  }
});

test('BLE-015: that two limits do not go together is told until either is changed', async () => {
  const send = fakeSend({
    'sensors.list': () => ({ sensors: [sensor()], can: { add: true } }),
    'sensors.save': () => {
      throw new ApiError(422, { temperature_high_c: ['SensorLowBelowHigh'], name: ['SpecifyName'] });
    },
  });
  await renderScreen(<Form />, { send, language: 'sv', user: signedInUser() });
  const wrong = 'Den undre gränsen måste vara lägre än den övre.';
  const low = await screen.findByLabelText('Lägsta temperatur (°C)');
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Spara' }));
  await userEvent.clear(low);
  await userEvent.type(low, '9');
  await save();
  expect(await screen.findByText(wrong)).toBeDefined();
  await userEvent.clear(low);
  expect(screen.queryByText(wrong)).toBeNull();
  expect(screen.getByText('Ange ett namn.'), 'of a field that was not changed').toBeDefined();
  await save();
  expect(await screen.findByText(wrong), 'sent once more it is told again').toBeDefined();
});
