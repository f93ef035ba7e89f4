import { act, cleanup, renderHook, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Guide } from '@spora/contract/accounts/settings';
import { endAddingPhone, useConnectedPhone } from '../../lib/add-phone.ts';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { GuideScreen } from './guide-screen.tsx';
import { linkOf, progressOf, stateOf } from './guide-model.ts';

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const UNIT = { imei: '356307042441013', name: 'Bil 1' };
const stepsOf = (done: readonly string[]): Guide['steps'] =>
  (['unit-name', 'connect', 'odometer', 'trip-type', 'receiver', 'invite', 'access', 'zone', 'lock'] as const).map((id) => ({
    id,
    is_done: done.includes(id),
    is_optional: id === 'trip-type' || id === 'zone' || id === 'lock',
  }));
const show = (send: ReturnType<typeof fakeSend>, user = signedInUser({ GuideIsOpen: true })) =>
  renderScreen(<GuideScreen />, { send, user });

test('ADM-024: steps about a unit lead to its tab, and to adding one when there is none', () => {
  expect(linkOf('odometer', UNIT)).toEqual({ to: ADDRESSES.editUnit, search: { imei: UNIT.imei, tab: 'odometer' } });
  expect(linkOf('trip-type', UNIT).search['tab']).toBe('trip-log');
  expect(linkOf('zone', UNIT)).toEqual({ to: ADDRESSES.newGeofence, search: {} });
  expect(linkOf('lock', null)).toEqual({ to: ADDRESSES.addUnit, search: {} });
  expect(linkOf('receiver', UNIT)).toEqual({ to: ADDRESSES.alarmReceivers, search: {} });
  expect(linkOf('access', null)).toEqual({ to: ADDRESSES.account, search: { tab: 'access' } });
});

test('ADM-024: what not every company needs is no reason to be unfinished, is counted apart, and comes last', () => {
  expect(progressOf(stepsOf(['unit-name', 'connect']))).toEqual({
    done: 2,
    all: 6,
    optional: 3,
    isFinished: false,
    next: 'odometer',
  });
  expect(progressOf(stepsOf(['unit-name', 'connect', 'odometer'])).next).toBe('receiver');
  expect(progressOf(stepsOf(['unit-name', 'connect', 'odometer', 'receiver', 'invite', 'access']))).toEqual({
    done: 6,
    all: 6,
    optional: 3,
    isFinished: true,
    next: 'trip-type',
  });
  expect(
    progressOf(stepsOf(['unit-name', 'connect', 'odometer', 'receiver', 'invite', 'access', 'trip-type', 'zone', 'lock'])),
  ).toEqual({
    done: 6,
    all: 6,
    optional: 0,
    isFinished: true,
    next: null,
  });
});

test('ADM-024: an administrator sees what is done, is led to the next step, and closes and reopens the guide', async () => {
  let isOpen = true;
  const send = fakeSend({
    'accounts.guide': () => ({ is_open: isOpen, steps: stepsOf(['unit-name', 'connect']), unit: UNIT, waits_for: null }),
    'accounts.set-guide': ({ body }) => {
      isOpen = body.is_open;
      return {};
    },
  });
  await show(send);
  expect(await screen.findByText('2 of 6 done')).toBeDefined();
  expect(screen.getByText('3 optional steps')).toBeDefined();
  const [first, , third] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(first).getByText('Done')).toBeDefined();
  expect(within(third).queryByText('Done')).toBeNull();
  const next = within(third).getByRole('link', { name: 'Set odometer' });
  expect([next.className, next.getAttribute('href')]).toEqual([
    buttonClass({ look: 'primary' }),
    `${ADDRESSES.editUnit}?imei=${UNIT.imei}&tab=odometer`,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Close the guide' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show in the menu' }));
  expect(await screen.findByRole('button', { name: 'Close the guide' })).toBeDefined();
  expect(send.requests.filter(({ id }) => id === 'accounts.set-guide').map(({ body }) => body)).toEqual([
    { is_open: false },
    { is_open: true },
  ]);
});

test('ADM-024: a private person is not asked to invite a driver, but offered to share', async () => {
  const send = fakeSend({ 'accounts.guide': () => ({ is_open: true, steps: stepsOf([]), unit: UNIT, waits_for: null }) });
  await show(send, signedInUser({ GuideIsOpen: true, IsPrivatePerson: true }));
  expect(await screen.findByText('Share with somebody else')).toBeDefined();
  expect(screen.queryByText(/driver/i)).toBeNull();
});

test('ADM-024: a guide that could not be closed says so and stays', async () => {
  const send = fakeSend({
    'accounts.guide': () => ({ is_open: true, steps: stepsOf([]), unit: null, waits_for: null }),
    'accounts.set-guide': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  await show(send);
  await userEvent.click(await screen.findByRole('button', { name: 'Close the guide' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Close the guide' })).toBeDefined();
});

test('13-A, ADM-024: without a unit the first step is to add one, and the steps about it wait', async () => {
  const none = { unit: null, steps: stepsOf([]), waits_for: null };
  expect(stateOf('unit-name', none)).toBe('add-unit');
  expect((['connect', 'odometer', 'trip-type', 'zone', 'lock'] as const).map((step) => stateOf(step, none))).toEqual([
    'waits',
    'waits',
    'waits',
    'waits',
    'waits',
  ]);
  expect((['unit-name', 'odometer'] as const).map((step) => stateOf(step, { ...none, unit: UNIT }))).toEqual(['open', 'open']);
  expect(stateOf('invite', none)).toBe('open');
  await show(fakeSend({ 'accounts.guide': () => ({ is_open: true, steps: stepsOf([]), unit: null, waits_for: null }) }));
  const [first, second, , , receiver] = (await screen.findAllByRole('listitem')) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(within(first).getByRole('heading', { name: 'Add the first unit' })).toBeDefined();
  const add = within(first).getByRole('link', { name: 'Add a unit' });
  expect([add.className, add.getAttribute('href')]).toEqual([buttonClass({ look: 'primary' }), ADDRESSES.addUnit]);
  expect(within(second).queryByRole('link')).toBeNull();
  expect(within(second).getByText('When there is a unit')).toBeDefined();
  expect(within(receiver).getByRole('link')).toBeDefined();
});

test('13b: a phone is enough to begin with, and the first step has the way to add one', async () => {
  await show(fakeSend({ 'accounts.guide': () => ({ is_open: true, steps: stepsOf([]), unit: null, waits_for: null }) }));
  const [first] = (await screen.findAllByRole('listitem')) as [HTMLElement];
  expect(within(first).getByRole('button', { name: 'Add a phone' })).toBeDefined();
});

test('13b: who sees what waits for a unit, and then for somebody to see it', async () => {
  await show(fakeSend({ 'accounts.guide': () => ({ is_open: true, steps: stepsOf([]), unit: null, waits_for: null }) }));
  const of = async (name: string) => (await screen.findByRole('heading', { name })).closest<HTMLElement>('li')!;
  expect(within(await of('Choose who sees which units')).getByText('When there is a unit')).toBeDefined();
  cleanup();
  await show(
    fakeSend({
      'accounts.guide': () => ({ is_open: true, steps: stepsOf(['unit-name', 'connect']), unit: UNIT, waits_for: null }),
    }),
  );
  const alone = within(await of('Choose who sees which units'));
  expect(alone.getByText('When there is another user')).toBeDefined();
  expect(alone.queryByRole('link')).toBeNull();
  cleanup();
  await show(
    fakeSend({
      'accounts.guide': () => ({
        is_open: true,
        steps: stepsOf(['unit-name', 'connect', 'invite']),
        unit: UNIT,
        waits_for: null,
      }),
    }),
  );
  expect(within(await of('Choose who sees which units')).getByRole('link', { name: 'Give access' })).toBeDefined();
});

test('ADM-024: a step that phones do not need stays in its place, says why and leads nowhere', async () => {
  const steps = stepsOf(['odometer']).map((step) => (step.id === 'odometer' ? { ...step, is_needless: true as const } : step));
  await show(fakeSend({ 'accounts.guide': () => ({ is_open: true, steps, unit: UNIT, waits_for: null }) }));
  const odometer = (await screen.findByRole('heading', { name: /^Set the odometer/ })).closest<HTMLElement>('li')!;
  expect(within(odometer).getByText('Not needed')).toBeDefined();
  expect(within(odometer).getByText(/^Phones have no odometer/)).toBeDefined();
  expect(within(odometer).queryByRole('link')).toBeNull();
  expect(screen.getByText('0 of 5 done'), 'what is not asked for is not counted').toBeDefined();
  cleanup();
  // Who named a phone as it was added is told of the make of no car.
  const named = steps.map((step) => (step.id === 'unit-name' || step.id === 'connect' ? { ...step, is_done: true } : step));
  await show(fakeSend({ 'accounts.guide': () => ({ is_open: true, steps: named, unit: UNIT, waits_for: null }) }));
  expect(await screen.findByRole('heading', { name: /^The first unit is added/ })).toBeDefined();
  expect(screen.getByText('The phone reports its position.')).toBeDefined();
  expect(screen.queryByText(/registration number/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Name the unit' }), 'it has a name').toBeNull();
  expect(screen.getByText('2 of 5 done')).toBeDefined();
  expect(document.querySelectorAll('li[data-done="true"]'), 'as many are ticked').toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Add a unit' }), 'a car may follow the phone').toBeDefined();
});

test('ADM-024: whoever waits for the first position sees it come', async () => {
  let isThere = false;
  const send = fakeSend({
    'accounts.guide': () => ({
      is_open: true,
      steps: stepsOf(isThere ? ['unit-name', 'connect'] : ['unit-name']),
      unit: UNIT,
      waits_for: isThere ? null : { ...UNIT, is_phone: true, is_named: true },
    }),
  });
  await show(send);
  expect(await screen.findByText('Waiting for the first position from Bil 1.')).toBeDefined();
  isThere = true;
  expect(await screen.findByText('2 of 6 done', {}, { timeout: 5000 })).toBeDefined();
  expect(screen.queryByText(/^Waiting/)).toBeNull();
});

test('6: a first unit that has been nowhere is said to be waited for, with the way to connect it', async () => {
  const waits_for = { ...UNIT, name: 'Annas telefon', is_phone: true, is_named: true };
  const guide = { is_open: true, steps: stepsOf(['unit-name']), unit: UNIT, waits_for };
  await show(fakeSend({ 'accounts.guide': () => guide }));
  const [name, connect] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  expect(within(name).getByText('Done'), 'its name stays ticked').toBeDefined();
  expect(screen.getByText('1 of 6 done')).toBeDefined();
  const of = within(connect);
  expect(of.getByRole('heading', { name: 'Connect the first unit' })).toBeDefined();
  expect(of.queryByText('Done'), 'not before its first position').toBeNull();
  expect(of.getByRole('button', { name: 'Connect the phone' }).className).toBe(buttonClass({ look: 'primary' }));
  expect(of.getByText('Waiting for the first position from Annas telefon.')).toBeDefined();
  const { result } = renderHook(() => useConnectedPhone());
  await userEvent.click(of.getByRole('button', { name: 'Connect the phone' }));
  expect(result.current).toMatchObject({ imei: UNIT.imei });
  act(() => endAddingPhone());
});

test('ADM-024: a first unit that is neither named nor heard from is not called by the name of its account', async () => {
  const waits_for = { imei: UNIT.imei, name: 'Nykomling AB', is_phone: false, is_named: false };
  const guide = { is_open: true, steps: stepsOf([]), unit: UNIT, waits_for };
  await show(fakeSend({ 'accounts.guide': () => guide }));
  const [, connect] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  expect(within(connect).getByText('The tracker has not been heard from yet.')).toBeDefined();
  expect(screen.queryByText(/Nykomling AB/)).toBeNull();
  expect(within(connect).getByRole('link', { name: 'See the connection' }).getAttribute('href')).toBe(
    `${ADDRESSES.editUnit}?imei=${UNIT.imei}&tab=connection`,
  );
});
