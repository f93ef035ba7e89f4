import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { Button } from './button.tsx';
import { CheckBox } from './check-box.tsx';
import { Dialog } from './dialog.tsx';
import { FormLink } from './form-link.tsx';
import { LookOnly } from './look-only.tsx';
import { MenuButton } from './menu-button.tsx';
import { GatherOffers, OfferedAction, OfferMenu } from './offered-action.tsx';
import { SearchField } from './search-field.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

const WHY = 'You only look';
const show = (children: ReactNode, why: string | null = WHY) =>
  renderScreen(<LookOnly value={why}>{children}</LookOnly>, { send: fakeSend({}), user: signedInUser() });
const isOff = (role: string, name: string): boolean => screen.getByRole<HTMLInputElement>(role, { name }).disabled;

function Form(): ReactNode {
  const [hasMore, setMore] = useState(false);
  return (
    <form>
      <TextField label="Name" defaultValue="Depot" />
      <input type="radio" aria-label="Leaves" />
      <SearchField label="Find" clearLabel="Clear" value="" onChange={() => undefined} />
      <Select label="Kind" value="a" options={[{ value: 'a', label: 'A' }]} onChange={() => undefined} />
      {hasMore && <CheckBox label="Later" onChange={() => undefined} />}
      <Button onClick={() => setMore(true)}>More</Button>
      <Button type="submit">Save</Button>
    </form>
  );
}

test('ROLE-011: a form that would be refused is read and not filled in, with the reason in words; the way out stays', async () => {
  const user = userEvent.setup();
  await show(<Form />);
  expect([isOff('textbox', 'Name'), isOff('radio', 'Leaves'), isOff('button', 'A Kind'), isOff('button', 'Save')]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([isOff('searchbox', 'Find'), isOff('button', 'More')]).toEqual([false, false]);
  expect(screen.getAllByText(WHY)).toHaveLength(1);
  // What comes later is off too.
  await user.click(screen.getByRole('button', { name: 'More' }));
  await expect.poll(() => isOff('checkbox', 'Later')).toBe(true);
});

test('a form that may be sent is as it was', async () => {
  await show(<Form />, null);
  expect([isOff('textbox', 'Name'), isOff('radio', 'Leaves'), isOff('button', 'Save')]).toEqual([false, false, false]);
  expect(screen.queryByText(WHY)).toBeNull();
});

test('ROLE-011: a link to a form, what waits for an answer and an offer of the menu are off; what fetches more is not', async () => {
  const user = userEvent.setup();
  await show(
    <GatherOffers>
      <FormLink to={ADDRESSES.newGeofence}>New zone</FormLink>
      <Button isBusy={false}>Turn off</Button>
      <Button isBusy={false} isWrite={false}>
        Older
      </Button>
      <OfferedAction id="arm" icon="bell" label="Arm" onPress={() => undefined} />
      <OfferedAction id="open" icon="truck" label="Open" isWrite={false} onPress={() => undefined} />
      <OfferMenu label="More" order={[]} />
      <MenuButton isWrite>Acts</MenuButton>
    </GatherOffers>,
  );
  expect([isOff('button', 'New zone'), isOff('button', 'Turn off'), isOff('button', 'Older')]).toEqual([true, true, false]);
  expect(screen.getByRole('button', { name: 'New zone' }).title).toBe(WHY);
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.ariaDisabled ?? item.getAttribute('aria-disabled'))).toEqual([
    'true',
    null,
  ]);
});

test('ROLE-011: the question before a removal says why its button is off', async () => {
  await show(
    <Dialog title="Remove Depot" closeLabel="Close" isOpen onClose={() => undefined}>
      <Button>Cancel</Button>
      <Button look="danger">Remove</Button>
    </Dialog>,
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(WHY)).toBeTruthy();
  expect([isOff('button', 'Cancel'), isOff('button', 'Remove')]).toEqual([false, true]);
});
