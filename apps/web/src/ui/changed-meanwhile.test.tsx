import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';

const shown = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();

afterEach(cleanup);
beforeEach(() => {
  shown.mockReset();
  HTMLElement.prototype.scrollIntoView = shown;
  return () => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

/** Refused as it is sent; what the other one wrote is heard of later. */
function Form(props: { canSaveAfterwards: boolean }): ReactNode {
  const [state, setState] = useState<'begun' | 'refused' | 'heard' | 'settled'>('begun');
  return (
    <form>
      <input aria-label="Name" />
      <button type="button" disabled={state === 'settled' && !props.canSaveAfterwards} onClick={() => setState('refused')}>
        Save
      </button>
      <button type="button" onClick={() => setState('heard')}>
        Hear
      </button>
      {(state === 'refused' || state === 'heard') && (
        <ChangedMeanwhile
          changes={
            state === 'heard'
              ? [
                  { label: 'Name', value: 'Yard' },
                  { label: 'Note', value: '' },
                ]
              : []
          }
          onTakeTheirs={() => setState('settled')}
          onOverwrite={() => setState('settled')}
        />
      )}
    </form>
  );
}

const show = (canSaveAfterwards = true): Promise<unknown> =>
  renderScreen(<Form canSaveAfterwards={canSaveAfterwards} />, { send: fakeSend({}), language: 'en' });
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

test('ERR-041: what somebody else changed comes into view, and once more when it is heard what it was', async () => {
  await show();
  expect(shown).not.toHaveBeenCalled();
  await press('Save');
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
  await press('Hear');
  await screen.findByText('Name is now: Yard');
  expect(screen.getByText(/^Note is now/).textContent, 'what was emptied').toBe('Note is now: –');
  expect(shown).toHaveBeenCalledTimes(2);
  expect(shown).toHaveBeenLastCalledWith({ block: 'nearest' });
});

test.each(['Use theirs', 'Overwrite with mine'])(
  'ERR-041, NAV-038: after "%s" the keyboard goes on where it was',
  async (choice) => {
    await show();
    await press('Save');
    await press(choice);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' })));
  },
);

test('ERR-041, NAV-038: where there is nothing to save any more the keyboard goes on from the first field', async () => {
  await show(false);
  await press('Save');
  await press('Use theirs');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});
