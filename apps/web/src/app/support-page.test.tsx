import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { useCarefulClose } from '../lib/unsaved.ts';
import { SupportPage } from './support-page.tsx';

afterEach(cleanup);

let left = 0;
function Dialog() {
  const close = useCarefulClose(true, () => (left += 1));
  return <button onClick={close}>Close it</button>;
}

test('NAV-039: a dialog of the support staff that holds something typed asks, and is answered', async () => {
  await renderScreen(
    <>
      <SupportPage />
      <Dialog />
    </>,
    { send: fakeSend({}) },
  );
  const user = userEvent.setup();
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented, 'nor is the tab').toBe(true);
  await user.click(await screen.findByText('Close it'));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(left).toBe(0);
  await user.click(screen.getByText('Close it'));
  await act(async () => user.click(await screen.findByRole('button', { name: 'Leave without saving' })));
  expect(left).toBe(1);
});

test('NAV-038: the pages of the support staff have the keys for search and help, of which no map is theirs', async () => {
  await renderScreen(
    <>
      <SupportPage />
      <input data-page-search="" aria-label="Find" />
    </>,
    { send: fakeSend({}) },
  );
  const user = userEvent.setup();
  await screen.findByLabelText('Password');
  (document.activeElement as HTMLElement | null)?.blur();
  await user.keyboard('?');
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(list.getByText('Search on the page')).toBeDefined();
  expect(list.queryByText('Undo the last change')).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByLabelText('Find'));
});
