import type { CheckIn } from '@spora/contract/drivers/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { liveUnit } from '../tracking/testing.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { trip, tripPage } from '../trips/testing.ts';
import { CheckInDialog } from './public/check-in-dialog.tsx';
import { CodeScreen } from './code-screen.tsx';
import { CheckOutDialog } from './checked-in-tab.tsx';
import { OwnCheckIns } from './public/own-check-ins.tsx';
import { UnitCheckIn } from './public/unit-check-in.tsx';
import { ANNA, BO, row, PREVIEW, ANSWERS, drivers, bodyOf } from './testing.tsx';

afterEach(cleanup);

test('DRV-005, DEC-46: the check-in says how many trips change, from which one, who is checked out and which stay, for all trips or until the next check-in', async () => {
  const send = fakeSend(ANSWERS);
  const target = { imei: '356307042441013', unitName: 'Skåpbil 7', trip: { id: 40, start: '2026-03-10T08:00:00Z' } };
  await renderScreen(<CheckInDialog target={target} onClose={() => undefined} />, { send, user: signedInUser() });
  await screen.findByText(/From the trip at 2026-03-10/);
  await userEvent.selectOptions(await screen.findByLabelText('Who drives'), 'Anna Lindqvist');
  await screen.findByText('Bo Berg is checked in and is checked out first.');
  expect(screen.getByText(/14 earlier trips change/)).toBeTruthy();
  expect(screen.getByText(/2 trips stay as they are/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText(/Until Bo Berg is checked in/));
  expect(screen.getByText(/3 earlier trips change/)).toBeTruthy();
  expect(screen.getByText(/1 trip stays as it is/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Check in' }));
  await waitFor(() =>
    expect(bodyOf(send, 'drivers.check-in')).toEqual({ imei: target.imei, driver_id: 7, from_trip_id: 40, extent: 'until-next' }),
  );
});

test('DRV-001: a member is offered only their own check-in', async () => {
  const send = fakeSend({ ...ANSWERS, 'drivers.check-ins': () => ({ check_ins: [], can: { check_in_others: false } }) });
  await renderScreen(<CheckInDialog target={{ imei: '356307042441013' }} onClose={() => undefined} />, {
    send,
    user: signedInUser(),
  });
  await screen.findByRole('button', { name: 'Check in' });
  expect(screen.getByText(/You become the driver of/)).toBeTruthy();
  expect(screen.queryByLabelText('Who drives')).toBeNull();
});

test('DRV-001: who checks in only oneself is told so by the title, and finds the unit by its plate as well as its name', async () => {
  const units = [
    { imei: '356307042441013', name: 'Skåpbil 7', registration_number: 'ABC 123' },
    { imei: '356307042441021', name: 'DEF 456', registration_number: 'DEF 456' },
    { imei: '356307042441039', name: 'Boat', registration_number: null },
  ];
  const titles = [];
  for (const check_in_others of [false, true]) {
    const send = fakeSend({
      ...ANSWERS,
      'drivers.check-ins': () => ({ check_ins: [], can: { check_in_others } }),
      'units.rows': () => ({ units, can: { add: false, bulk: false } }) as never,
    });
    const { unmount } = await renderScreen(<CheckInDialog target={{}} onClose={() => undefined} />, {
      send,
      user: signedInUser(),
    });
    await screen.findByRole('option', { name: 'Skåpbil 7 · ABC 123' });
    expect(
      within(screen.getByLabelText('Unit'))
        .getAllByRole('option')
        .slice(2)
        .map(({ textContent }) => textContent),
    ).toEqual(['DEF 456', 'Boat']);
    if (check_in_others) await screen.findByLabelText('Who drives');
    titles.push(screen.getByRole('heading').textContent);
    unmount();
  }
  expect(titles).toEqual(['Check in', 'Check in a driver']);
});

test('DRV-001: who checks in only oneself finds first what one drives as a rule', async () => {
  const units = ['Bo Berg', null, 'Anna Lindqvist'].map((driver, i) => ({
    imei: `35630704244101${i}`,
    name: `Skåpbil ${i}`,
    registration_number: null,
    driver,
  }));
  const listed = [];
  for (const check_in_others of [false, true]) {
    const send = fakeSend({
      ...ANSWERS,
      'drivers.check-ins': () => ({ check_ins: [], can: { check_in_others } }),
      'units.rows': () => ({ units, can: { add: false, bulk: false } }) as never,
    });
    const { unmount } = await renderScreen(<CheckInDialog target={{}} onClose={() => undefined} />, {
      send,
      user: signedInUser(),
    });
    await screen.findByRole('option', { name: 'Skåpbil 0' });
    if (check_in_others) await screen.findByLabelText('Who drives');
    else await waitFor(() => expect(send.requests.map(({ id }) => id)).toContain('drivers.check-ins'));
    listed.push(screen.getAllByRole('option').flatMap(({ textContent }) => /^Skåpbil \d$/.exec(textContent) ?? []));
    unmount();
  }
  expect(listed).toEqual([
    ['Skåpbil 2', 'Skåpbil 0', 'Skåpbil 1'],
    ['Skåpbil 0', 'Skåpbil 1', 'Skåpbil 2'],
  ]);
});

test('DRV-005: where no earlier trip changes, check-in and check-out say so, and speak of no trips that are none', async () => {
  const said = [];
  for (const all of [0, 1, 2]) {
    const send = fakeSend({
      ...ANSWERS,
      'drivers.preview-check-in': () => ({
        ...PREVIEW,
        changed: { all, 'until-next': 0 },
        checked_out: null,
        next: null,
        left: [],
      }),
      'trips.drivers': () => ({ drivers: [BO] }),
      'drivers.check-ins': () => ({ check_ins: [row()], can: { check_in_others: true } }),
    });
    const user = signedInUser();
    const coming = await renderScreen(<CheckInDialog target={{ imei: row().imei ?? '' }} onClose={() => undefined} />, {
      send,
      user,
    });
    await userEvent.selectOptions(await screen.findByLabelText('Who drives'), 'Bo Berg');
    const changes = (await screen.findByText(/earlier trip/)).textContent;
    coming.unmount();
    const other = row({ is_own: false, driver: BO });
    const leaving = await renderScreen(<CheckOutDialog row={other} onClose={() => undefined} />, { send, user });
    said.push([changes, (await screen.findByText(/earlier trip/)).textContent]);
    leaving.unmount();
  }
  expect(said).toEqual([
    [
      'No earlier trips change. Bo Berg becomes the driver of future ones.',
      'No earlier trips change. Future ones no longer get Bo Berg as their driver.',
    ],
    [
      '1 earlier trip changes. Bo Berg becomes the driver of that one and of future ones.',
      '1 earlier trip changes. Future ones no longer get Bo Berg as their driver.',
    ],
    [
      '2 earlier trips change. Bo Berg becomes the driver of those and of future ones.',
      '2 earlier trips change. Future ones no longer get Bo Berg as their driver.',
    ],
  ]);
});

test('DRV-001: the list of units tells who is checked in, and on one’s own there is nothing to check in to', async () => {
  const units = [
    { imei: '356307042441013', name: 'Skåpbil 7', registration_number: 'ABC 123' },
    { imei: '356307042441021', name: 'Skåpbil 8', registration_number: null },
    { imei: '356307042441039', name: 'Skåpbil 9', registration_number: null },
  ];
  const others = row({ unit_id: 2, imei: '356307042441021', unit_name: 'Skåpbil 8', driver: BO, is_own: false });
  const send = fakeSend({
    ...ANSWERS,
    'units.rows': () => ({ units, can: { add: false, bulk: false } }) as never,
    'drivers.check-ins': () => ({ check_ins: [row(), others], can: { check_in_others: false } }),
  });
  await renderScreen(<CheckInDialog target={{}} onClose={() => undefined} />, { send, user: signedInUser() });
  const own = await screen.findByRole('option', { name: 'Skåpbil 7 · ABC 123 · You are checked in' });
  screen.getByRole('option', { name: 'Skåpbil 8 · Bo Berg is checked in' });
  screen.getByRole('option', { name: 'Skåpbil 9' });
  await userEvent.selectOptions(screen.getByLabelText('Unit'), own);
  await screen.findByText(/^You have been checked in since/);
  expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
});

test('DRV-001: the dialog closes with a notice, though the list says meanwhile that one is checked in', async () => {
  let isIn = false;
  let isClosed = false;
  const send = fakeSend({
    ...ANSWERS,
    // Asked again, too, and slower.
    'trips.drivers': () => new Promise((resolve) => setTimeout(() => resolve({ drivers: [ANNA, BO] }), 60)),
    'drivers.check-ins': () => ({ check_ins: isIn ? [row()] : [], can: { check_in_others: false } }),
    'drivers.check-in': () => {
      isIn = true;
      return { changed: 3, left: 1, checked_out: null };
    },
  });
  const target = { imei: row().imei ?? '', unitName: 'Skåpbil 7' };
  await renderScreen(<CheckInDialog target={target} onClose={() => (isClosed = true)} />, { send, user: signedInUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Check in' }));
  await screen.findByText('You are checked in to Skåpbil 7');
  expect(isClosed).toBe(true);
});

test('DRV-001: a check-in ends the one elsewhere with the same press, unless one says that it goes on', async () => {
  const elsewhere = row({ unit_id: 9, imei: '356307042441099', unit_name: 'Lastbil 2' });
  const answers: FakeAnswers = {
    ...ANSWERS,
    'drivers.check-ins': () => ({ check_ins: [elsewhere], can: { check_in_others: false } }),
    'drivers.read-code': () => ({
      ...{ unit_id: 1, unit_name: 'Skåpbil 7', registration_number: null, checked_in: null, has_access: true },
    }),
    'drivers.check-in-by-code': () => ({ unit_id: 1, since: '2026-03-10T08:00:00Z', checked_out: null }),
  };
  for (const [page, confirm] of [
    [<CheckInDialog key="dialog" target={{ imei: '356307042441013' }} onClose={() => undefined} />, 'Check in'],
    [<CodeScreen key="code" code={'a'.repeat(32)} />, 'Yes, check me in'],
  ] as const) {
    for (const isLeft of [false, true]) {
      const send = fakeSend(answers);
      const { unmount } = await renderScreen(page, { send, user: signedInUser() });
      const leave = await screen.findByRole('checkbox', { name: 'Check out of Lastbil 2' });
      await screen.findByText('You are checked in there now. Remove the tick to stay its driver as well.');
      if (!isLeft) await userEvent.click(leave);
      await userEvent.click(await screen.findByRole('button', { name: confirm }));
      const asked = () => send.requests.map(({ id }) => id).filter((id) => /^drivers.check-(in|in-by-code|out)$/.test(id));
      await waitFor(() => expect(asked()).toHaveLength(isLeft ? 2 : 1));
      if (isLeft) expect(bodyOf(send, 'drivers.check-out')).toEqual({ imei: '356307042441099', driver_id: 7 });
      unmount();
    }
  }
});

test('DRV-001: a check-in is undone from its notice, and one goes on where it had ended; so is a check-out', async () => {
  const elsewhere = row({ unit_id: 9, imei: '356307042441099', unit_name: 'Lastbil 2' });
  const send = fakeSend({
    ...ANSWERS,
    'drivers.preview-check-in': () => ({ ...PREVIEW, checked_out: null, next: null }),
    'drivers.check-ins': () => ({ check_ins: [elsewhere], can: { check_in_others: false } }),
  });
  const asked = () =>
    send.requests.flatMap(({ id, body }) =>
      id === 'drivers.check-in' || id === 'drivers.check-out' ? [[id, (body as { imei: string }).imei]] : [],
    );
  const { unmount } = await renderScreen(
    <CheckInDialog target={{ imei: '356307042441013', unitName: 'Skåpbil 7' }} onClose={() => undefined} />,
    { send, user: signedInUser({ IsAdmin: false }) },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Check in' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('That has been undone.');
  expect(asked()).toEqual([
    ['drivers.check-in', '356307042441013'],
    ['drivers.check-out', '356307042441099'],
    ['drivers.check-out', '356307042441013'],
    ['drivers.check-in', '356307042441099'],
  ]);
  unmount();
  await renderScreen(<CheckOutDialog row={elsewhere} onClose={() => undefined} />, { send, user: signedInUser() });
  await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Check out' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(asked().slice(4)).toEqual([
      ['drivers.check-out', '356307042441099'],
      ['drivers.check-in', '356307042441099'],
    ]),
  );
});

test('DRV-005: whoever checks in or out themselves is spoken to, and no name is read to its bearer', async () => {
  const said = [];
  for (const all of [0, 1, 2]) {
    const preview = { ...PREVIEW, changed: { all, 'until-next': 0 }, checked_out: null, next: null, left: [] };
    const send = fakeSend({
      ...ANSWERS,
      'drivers.preview-check-in': () => preview,
      'drivers.check-ins': () => ({ check_ins: [], can: { check_in_others: false } }),
    });
    const user = signedInUser();
    for (const dialog of [
      <CheckInDialog key="in" target={{ imei: row().imei ?? '' }} onClose={() => undefined} />,
      <CheckOutDialog key="out" row={row()} onClose={() => undefined} />,
    ]) {
      const { unmount } = await renderScreen(dialog, { send, user });
      said.push((await screen.findByText(/earlier trip/)).textContent);
      expect(screen.getByRole('dialog').textContent).not.toContain('Anna Lindqvist');
      unmount();
    }
  }
  expect(said).toEqual([
    'No earlier trips change. You become the driver of future trips.',
    'No earlier trips change. You are no longer the driver of future trips.',
    '1 earlier trip changes. You become the driver of that one and of future trips.',
    '1 earlier trip changes. You are no longer the driver of future trips.',
    '2 earlier trips change. You become the driver of those and of future trips.',
    '2 earlier trips change. You are no longer the driver of future trips.',
  ]);
});

const onUnit = async (isAdmin: boolean, checkIns: CheckIn[]) => {
  const answer = { check_ins: checkIns, can: { check_in_others: isAdmin } };
  const send = fakeSend({ ...ANSWERS, 'drivers.check-ins': () => answer });
  const shown = await renderScreen(<UnitCheckIn unitId={1} imei="356307042441013" unitName="Skåpbil 7" />, {
    send,
    user: signedInUser({ IsAdmin: isAdmin }),
  });
  await screen.findAllByRole('button');
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  return { send, buttons, said: shown.container.querySelector('p')?.textContent, unmount: shown.unmount };
};

test('in the head of a unit the way to check in is as large as the button beside it, elsewhere small', async () => {
  const send = fakeSend({ ...ANSWERS, 'drivers.check-ins': () => ({ check_ins: [], can: { check_in_others: true } }) });
  const unit = { unitId: 1, imei: '356307042441013', unitName: 'Skåpbil 7' };
  const sizes = [];
  for (const isSmall of [false, true]) {
    const { unmount } = await renderScreen(<UnitCheckIn {...unit} isSmall={isSmall} />, { send, user: signedInUser() });
    sizes.push(/small/.test((await screen.findByRole('button', { name: 'Check in' })).className));
    unmount();
  }
  expect(sizes).toEqual([false, true]);
});

test('DRV-001: beside a unit stands who is checked in and since when, with what one may do about it', async () => {
  const other = row({ driver: BO, is_own: false, can: { check_out: false } });
  const elsewhere = row({ unit_id: 2 });
  const seen = [];
  for (const [isAdmin, checkIns] of [
    [false, [elsewhere]],
    [false, [row()]],
    [false, [other]],
    [true, [{ ...other, can: { check_out: true } }]],
  ] as const) {
    const { buttons, said, unmount } = await onUnit(isAdmin, [...checkIns]);
    seen.push([said, buttons]);
    unmount();
  }
  expect(seen).toEqual([
    [undefined, ['Check in']],
    ['You have been checked in since 2026-03-10 09:00', ['Check out']],
    ['Driver: Bo Berg, checked in since 2026-03-10 09:00', ['Check in']],
    ['Driver: Bo Berg, checked in since 2026-03-10 09:00', ['Check in', 'Check out']],
  ]);
});

test('DRV-001: one checks out where the unit is', async () => {
  const { send } = await onUnit(false, [row()]);
  await userEvent.click(screen.getByRole('button', { name: 'Check out' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Check out' }));
  await waitFor(() => expect(bodyOf(send, 'drivers.check-out')).toEqual({ imei: '356307042441013', driver_id: 7 }));
});

test('DRV-001: since when one is checked in is told by the time alone, where it is today', async () => {
  const { said } = await onUnit(false, [row({ since: new Date().toISOString() })]);
  expect(said).toMatch(/^You have been checked in since \d\d:\d\d$/);
});

test('DRV-001: of a check-in of yesterday it says so, in words', async () => {
  const { said } = await onUnit(false, [row({ since: new Date(Date.now() - 86_400_000).toISOString() })]);
  expect(said).toMatch(/^You have been checked in since yesterday\s\d\d:\d\d$/);
});

test('DRV-001: a check-out is told, though the unit is empty by then, and the check-in before it is no longer', async () => {
  let checkIns: CheckIn[] = [];
  const send = fakeSend({
    ...ANSWERS,
    'drivers.check-ins': () => ({ check_ins: checkIns, can: { check_in_others: false } }),
    'drivers.check-in': () => {
      checkIns = [row()];
      return { changed: 0, left: 0, checked_out: null };
    },
    'drivers.check-out': () => {
      checkIns = [];
      return { changed: 0, left: 0, checked_out: ANNA };
    },
  });
  await renderScreen(<UnitCheckIn unitId={1} imei="356307042441013" unitName="Skåpbil 7" />, {
    send,
    user: signedInUser({ IsAdmin: false }),
  });
  for (const name of ['Check in', 'Check out']) {
    await userEvent.click(await screen.findByRole('button', { name }));
    await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    if (name === 'Check in') expect(await screen.findByText('You are checked in to Skåpbil 7')).toBeTruthy();
  }
  expect(await screen.findByText('You are checked out of Skåpbil 7')).toBeTruthy();
  expect(screen.queryByText('You are checked in to Skåpbil 7')).toBeNull();
  expect(screen.getByRole('button', { name: 'Check in' })).toBeTruthy();
});

test('DRV-001: over the map stands what one is checked in to oneself, with the way out, until the card of it says so', async () => {
  let checkIns = [row(), row({ unit_id: 2, unit_name: 'Lastbil 2', imei: '356307042441021', is_own: false, driver: BO })];
  const send = fakeSend({
    ...ANSWERS,
    'drivers.check-ins': () => ({ check_ins: checkIns, can: { check_in_others: false } }),
    'drivers.check-out': () => {
      checkIns = checkIns.slice(1);
      return { changed: 0, left: 0, checked_out: ANNA };
    },
  });
  const user = signedInUser({ IsAdmin: false });
  const onCard = await renderScreen(<OwnCheckIns openImei={row().imei ?? ''} />, { send, user });
  await waitFor(() => expect(send.requests).toHaveLength(1));
  expect(screen.queryByRole('link')).toBeNull();
  onCard.unmount();
  await renderScreen(<OwnCheckIns openImei={undefined} />, { send, user });
  const links = await screen.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['You are checked in to Skåpbil 7']);
  await userEvent.click(screen.getByRole('button', { name: 'Check out' }));
  await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Check out' }));
  expect(await screen.findByText('You are checked out of Skåpbil 7')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});

test('DRV-001: in the list, too, the last one to check out is told so', async () => {
  let checkIns = [row()];
  await drivers('now', {
    'drivers.check-ins': () => ({ check_ins: checkIns, can: { check_in_others: false } }),
    'drivers.check-out': () => {
      checkIns = [];
      return { changed: 0, left: 0, checked_out: ANNA };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Check out' }));
  await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Check out' }));
  expect(await screen.findByText('You are checked out of Skåpbil 7')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('DRV-005: who takes over from somebody on the road is told from whom, and where nobody is named that it is driven', async () => {
  const said = [];
  for (const [driver, usual_driver, check_in_others] of [
    ['Bo Berg', null, false],
    [null, null, false],
    ['Bo Berg', null, true],
    [null, 'Bo Berg', false],
  ] as const) {
    const send = fakeSend({
      ...ANSWERS,
      'drivers.check-ins': () => ({ check_ins: [], can: { check_in_others } }),
      'trips.drivers': () => ({ drivers: [BO, { id: 9, name: 'Siv Strand' }] }),
      'drivers.preview-check-in': () => ({ ...PREVIEW, checked_out: null, driving: { driver, usual_driver } }),
    });
    const target = { imei: '356307042441013', unitName: 'Skåpbil 7' };
    const { unmount } = await renderScreen(<CheckInDialog target={target} onClose={() => undefined} />, {
      send,
      user: signedInUser(),
    });
    if (check_in_others) await userEvent.selectOptions(await screen.findByLabelText('Who drives'), 'Siv Strand');
    said.push((await screen.findByText(/right now/)).textContent);
    unmount();
  }
  expect(said).toEqual([
    'Bo Berg is driving it right now. If you check in, you take over as the driver.',
    'It is being driven right now. If you check in, you take over as the driver.',
    'Bo Berg is driving it right now.',
    'It is being driven right now. Usual driver: Bo Berg. If you check in, you take over as the driver.',
  ]);
});

test('DRV-009, PLACE-012: who came in by a code alone finds the card of that unit under who is checked in, until the check-out', async () => {
  let units = [liveUnit({ id: 1, name: 'Skåpbil 7', place: 'Depån' })];
  let checkIns = [row({ source: 'qr' }), row({ unit_id: 2, unit_name: 'Lastbil 2', is_own: false, driver: BO })];
  await drivers('now', {
    'tracking.checked-in': () => ({ units }),
    'drivers.check-ins': () => ({ check_ins: checkIns, can: { check_in_others: false } }),
    'drivers.check-out': () => {
      units = [];
      checkIns = checkIns.slice(1);
      return { changed: 0, left: 0, checked_out: ANNA };
    },
  });
  const card = await screen.findByRole('region', { name: 'Details of Skåpbil 7' });
  expect(card.textContent).toContain('Depån');
  expect(card.textContent).toContain('its details here, and nothing else');
  expect(screen.queryByRole('region', { name: 'Details of Lastbil 2' })).toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: 'Check out' })[0] as HTMLElement);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Check out' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Details of Skåpbil 7' })).toBeNull());
});

test('BOOK-048: who had the unit booked is suggested with what for, which a trip without a purpose gets too', async () => {
  const guess = (trip_id: number) => ({ trip_id, driver: ANNA, reason: 'booking' as const, purpose: 'Customer visit' });
  const send = await drivers('missing', {
    'trips.generate': () => tripPage([trip({ id: 5, driver: null }), trip({ id: 6, driver: null, purpose: 'Own words' })]),
    'drivers.suggest': () => ({ suggestions: [guess(5), guess(6)] }),
    'trips.bulk-update': () => ({ results: [{ id: 5, success: true, error: null }] }) as never,
  });
  expect(await screen.findAllByText('had it booked')).toHaveLength(2);
  expect(screen.getAllByText('Customer visit')).toHaveLength(2);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all trips' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use 2 suggestions' }));
  await waitFor(() => expect(send.requests.filter(({ id }) => id === 'trips.bulk-update')).toHaveLength(2));
  expect(send.requests.filter(({ id }) => id === 'trips.bulk-update').map(({ body }) => body)).toEqual([
    { trip_ids: [5], changes: { driver_id: 7, purpose: 'Customer visit' } },
    { trip_ids: [6], changes: { driver_id: 7 } },
  ]);
});
