import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { UnitPicker } from './unit-picker.tsx';

afterEach(cleanup);

const unit = (id: number, name: string, department: string | null) => ({
  id,
  name,
  registration_number: null,
  department,
  locked_by: null,
});
const UNITS = [unit(1, 'Bil 1', 'Norr'), unit(2, 'Bil 2', 'Norr'), unit(3, 'Bil 3', 'Syd'), unit(4, 'Bil 4', 'Syd')];

function Picker() {
  const [chosen, setChosen] = useState<number[]>([4]);
  return <UnitPicker units={UNITS} chosen={chosen} isTall onChange={setChosen} />;
}

test('13b: what somebody has stands first, stays where it is while boxes are ticked, and departments still count it', async () => {
  await renderScreen(<Picker />, { send: fakeSend({}), user: signedInUser() });
  const names = () => screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
  const order = ['Bil 4', 'Norr0/2', 'Bil 1', 'Bil 2', 'Syd1/2', 'Bil 3'];
  expect(names()).toEqual(order);
  expect(screen.getByText('Has now')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bil 4' }));
  expect(names().map((name) => name?.replace(/\d\/\d/, ''))).toEqual(order.map((name) => name.replace(/\d\/\d/, '')));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Syd/ }));
  expect(screen.getByRole('checkbox', { name: 'Bil 4' }), 'the department holds it as well').toHaveProperty('checked', true);
  expect(screen.getByText('2 of 4 units')).toBeDefined();
});
