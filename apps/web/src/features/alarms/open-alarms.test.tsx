import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { OpenAlarmsText } from './public/open-alarms-text.tsx';

afterEach(cleanup);

test('MAP-021: the card of a unit says which alarm is open and when it came; of several how many, with the newest', async () => {
  let ended_at: string | null = null;
  const told = { began_at: '2026-11-20T11:29:00Z', is_lasting: true, is_day_only: false };
  const newest = { id: 7, kind: 'temperature', subject: 'Kylen', at: '2026-11-20T11:49:00Z', ...told };
  const send = fakeSend({ 'alarms.list': () => ({ alarms: [{ ...newest, ended_at }], next: null }) as never });
  const shown = async (count: number) => {
    await renderScreen(<OpenAlarmsText imei="1" count={count} />, { send, language: 'sv', user: signedInUser() });
    const text = (await screen.findByText(/Kylen/)).textContent;
    cleanup();
    return text;
  };
  expect(await shown(1)).toBe('Temperatur utanför gränserna (Kylen), 2026-11-20 12:49');
  expect(await shown(2)).toBe('2 öppna larm: Temperatur utanför gränserna (Kylen), 2026-11-20 12:49');
  ended_at = '2026-11-20T13:42:00Z';
  expect(await shown(1), 'not as if it went on').toBe(
    'Temperatur utanför gränserna (Kylen), 2026-11-20 12:49, upphörde 2026-11-20 14:42',
  );
  expect(send.requests[0]!.query, 'of those that nobody has handled').toMatchObject({ imeis: '1', states: 'new,seen' });
});
