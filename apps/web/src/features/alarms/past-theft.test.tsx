import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { PastTheft } from './public/past-theft.tsx';

afterEach(cleanup);

const HOUR_MS = 3_600_000;

test('MODE-010: the card of a unit says that theft mode was on in the last day, and leads to its alarm', async () => {
  const show = async (endedHoursAgo: number | null) => {
    const ended_at = endedHoursAgo === null ? null : new Date(Date.now() - endedHoursAgo * HOUR_MS).toISOString();
    const alarm = { id: 7, kind: 'theft-mode', at: '2026-11-20T11:49:00Z', ended_at, is_day_only: false };
    const send = fakeSend({ 'alarms.list': () => ({ alarms: [alarm], next: null }) as never });
    await renderScreen(<PastTheft imei="1" />, { send, language: 'sv', user: signedInUser() });
    await screen.findAllByText(/./).catch(() => undefined);
    return send;
  };
  const send = await show(2);
  const link = await screen.findByRole('link', { name: /^Stöldläget var på till (i.går.)?\d\d:\d\d$/ });
  expect(link.getAttribute('href')).toMatch(/alarm=7/);
  expect(send.requests[0]!.query).toMatchObject({ imeis: '1', kinds: 'theft-mode', states: 'handled' });
  for (const none of [25, null]) {
    cleanup();
    await show(none);
    expect(screen.queryByRole('link')).toBeNull();
  }
});
