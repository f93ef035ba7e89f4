import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { SignedIn } from './signed-in.tsx';

afterEach(cleanup);

test('a page that is opened begins at its top, and one that is gone back to stands where it was left', async () => {
  const user = signedInUser({ RealTimeMap: false });
  const history = createMemoryHistory({ initialEntries: [ADDRESSES.sensors] });
  await renderScreen(<SignedIn history={history} />, { send: fakeSend({ 'auth.me': () => ({ user }) }), user });
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
  // What stands there while the first page is fetched is another one.
  await heading('Sensors');
  const main = screen.getByRole('main');
  // A drawing is not there: every page is long, on a low screen.
  Object.defineProperty(main, 'scrollHeight', { value: 2000 });
  Object.defineProperty(main, 'clientHeight', { value: 500 });
  const goTo = async (name: string) => {
    const menu = screen.getByRole('navigation', { name: 'Main menu' });
    await userEvent.click(within(menu).getByRole('link', { name }));
    await heading(name);
  };
  main.scrollTop = 300;
  await goTo('Places');
  await waitFor(() => expect(main.scrollTop).toBe(0));
  main.scrollTop = 700;
  history.back();
  await heading('Sensors');
  await waitFor(() => expect(main.scrollTop).toBe(300));
  history.forward();
  await heading('Places');
  await waitFor(() => expect(main.scrollTop).toBe(700));
  history.push(`${ADDRESSES.places}?q=Hemma`);
  await waitFor(() => expect(history.location.search).toContain('Hemma'));
  expect(main.scrollTop, 'within a page nothing moves').toBe(700);
});

test('NAV-038: the link past the menu leads to the page and leaves no mark in its address, which would lead there again', async () => {
  const user = signedInUser({ RealTimeMap: false });
  const history = createMemoryHistory({ initialEntries: [ADDRESSES.sensors] });
  await renderScreen(<SignedIn history={history} />, { send: fakeSend({ 'auth.me': () => ({ user }) }), user });
  const main = await screen.findByRole('main');
  await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(document.activeElement).toBe(main);
  expect(location.hash).toBe('');
});
