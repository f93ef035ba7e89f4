import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ToastProvider, useToasts } from './toast.tsx';

function Teller(): ReactNode {
  const toasts = useToasts();
  return (
    <button type="button" onClick={() => toasts.show({ text: 'It is done.', action: { label: 'Undo', run: () => undefined } })}>
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
