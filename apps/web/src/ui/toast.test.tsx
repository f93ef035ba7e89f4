import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ToastProvider, useToasts } from './toast.tsx';

afterEach(cleanup);

const undo = vi.fn<() => void>();
function Teller(): ReactNode {
  const toasts = useToasts();
  return (
    <button type="button" onClick={() => toasts.show({ text: 'It is done.', action: { label: 'Undo', run: undo } })}>
      Do it
    </button>
  );
}

test('ERR-026: a notice lies beside the page and not in it, whose layer every dialog covers', async () => {
  const { container } = render(
    <ToastProvider label="Notices" closeLabel="Close">
      <Teller />
    </ToastProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
  const notice = await screen.findByText('It is done.');
  expect(container.contains(notice)).toBe(false);
  expect(screen.getByRole('region', { name: 'Notices' }).parentElement).toBe(document.body);
});

test('NFR-004: F6 goes to the newest notice and back, and Ctrl+Z takes back what it is about', async () => {
  const user = userEvent.setup();
  render(
    <ToastProvider label="Notices" closeLabel="Close" undoLabel="Undo">
      <Teller />
      <input aria-label="Text" />
    </ToastProvider>,
  );
  const opener = screen.getByRole('button', { name: 'Do it' });
  await user.click(opener);
  await user.keyboard('{F6}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
  await user.keyboard('{F6}');
  expect(document.activeElement).toBe(opener);
  await user.keyboard('{F6}{Enter}');
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('It is done.')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  await user.click(opener);
  screen.getByRole('textbox', { name: 'Text' }).focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(undo, 'in a field the key takes back letters').toHaveBeenCalledTimes(1);
  opener.focus();
  await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledTimes(2);
});

test('ERR-026: what is open on a phone begins below the notices while there are some', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56);
  onTestFinished(() => height.mockRestore());
  render(
    <ToastProvider label="Notices" closeLabel="Close">
      <Teller />
    </ToastProvider>,
  );
  const root = document.documentElement;
  const room = (): [boolean, string] => [root.hasAttribute('data-notices'), root.style.getPropertyValue('--notices')];
  expect(room()).toEqual([false, '']);
  await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
  await screen.findByText('It is done.');
  expect(room()).toEqual([true, '68px']);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(room()).toEqual([false, '']);
});
