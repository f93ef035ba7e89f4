import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { Sheet } from './dialog.tsx';
import { Modal } from './modal.tsx';

afterEach(cleanup);

function SheetThatFailed(): ReactNode {
  const [isTold, setTold] = useState(true);
  const [isOpen, setOpen] = useState(true);
  return (
    <Sheet title="New booking" closeLabel="Close" isOpen={isOpen} onClose={() => setOpen(false)}>
      <input aria-label="Purpose" />
      {isTold && (
        <Modal title="It did not work" onClose={() => setTold(false)} actions={<button type="button">Close it</button>}>
          Try again.
        </Modal>
      )}
    </Sheet>
  );
}

test('ERR-038, NAV-038: Escape closes what is told over a form, and not the form', async () => {
  await renderScreen(<SheetThatFailed />, { send: fakeSend({}) });
  const close = screen.getByRole('button', { name: 'Close it' });
  close.focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('It did not work')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Purpose' })).toBeDefined();
});
