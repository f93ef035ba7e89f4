import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, withoutWas } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { AddPhoneDialog } from './components/add-phone-dialog.tsx';
import { BulkDialog } from './components/bulk-dialog.tsx';
import { LockDialog } from './components/lock-dialog.tsx';
import { ReplaceDialog } from './components/replace-dialog.tsx';
import { SaveLine } from './components/save-line.tsx';
import { TAB_FIELDS } from './form-model.ts';
import { unitDetails } from './testing.ts';
import { useUnitForm } from './use-unit-form.ts';

afterEach(cleanup);

let closed = 0;
const onClose = (): void => void (closed += 1);
const nothing = (): void => undefined;
const DIALOGS: readonly (readonly [what: string, field: string, dialog: ReactNode])[] = [
  ['the reason of a lock', 'Reason', <LockDialog unit={unitDetails()} imei="1" action="lock" onClose={onClose} />],
  [
    'a new tracker',
    'IMEI of the new tracker',
    <ReplaceDialog unit={{ name: 'A', imei: '1' }} onClose={onClose} onReplaced={nothing} />,
  ],
  ['the name of a phone', 'Name on the map', <AddPhoneDialog onClose={onClose} onShow={nothing} />],
  ['a department for many', 'Department', <BulkDialog field="departments" imeis={['1']} onClose={onClose} />],
];

test.each(DIALOGS)(
  'NAV-039: %s half typed is not thrown away by Escape; with nothing typed the dialog closes',
  async (_, field, dialog) => {
    const send = fakeSend({
      'bookings.losses': () => ({ bookings: 0 }),
      'accounts.list-groups': () => ({ groups: [], can: { create: true, edit: true } }),
      'units.validate-imei': () => ({}),
    });
    await renderScreen(dialog, { send, user: signedInUser() });
    const input = await screen.findByLabelText<HTMLInputElement>(field, { selector: 'input' });
    await userEvent.type(input, '12');
    expect(hasUnsaved()).toBe(true);
    closed = 0;
    await userEvent.keyboard('{Escape}{Escape}');
    expect([closed, input.value]).toEqual([0, '12']);
    await userEvent.clear(input);
    expect(hasUnsaved()).toBe(false);
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.poll(() => closed).toBeGreaterThan(0);
  },
);

test('ERR-040: the change of a unit that nobody answered is kept, and another try sends it once more', async () => {
  let isOut = true;
  const send = fakeSend({
    'units.update': () => {
      if (isOut) throw new ApiError(0, 'NetworkError');
      return unitDetails({ note: 'Takbox' });
    },
  });
  function Tab(): ReactNode {
    const form = useUnitForm(unitDetails(), '1', nothing)('general');
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <input aria-label="Note" value={form.values.note} onChange={({ target }) => form.set('note', target.value)} />
        <SaveLine form={form} fields={TAB_FIELDS.general} />
      </form>
    );
  }
  await renderScreen(<Tab />, { send, user: signedInUser() });
  await userEvent.type(screen.getByLabelText('Note'), 'Takbox');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  isOut = false;
  await userEvent.click(again);
  await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  const sent = send.requests.filter(({ id }) => id === 'units.update').map(({ body }) => withoutWas(body));
  expect(sent.at(-1)).toEqual({ note: 'Takbox' });
});
