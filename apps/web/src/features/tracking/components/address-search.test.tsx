import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, onNarrowScreen, renderScreen } from '../../../lib/testing.tsx';
import { liveUnit } from '../testing.ts';
import type { FoundPlace } from '../first-view.ts';
import { AddressSearch } from './address-search.tsx';

afterEach(cleanup);

const PLACES = ['Storgatan 1, Solna', 'Storgatan 1, Umeå', 'Storgatan 1, Luleå'].map((label, i) => ({
  label,
  lat: 59 + i,
  lng: 18,
  is_approximate: false,
}));

async function open(findsUnits = false, addresses: DataOf<'tracking.find-address'>['addresses'] = PLACES) {
  const chosen: number[] = [];
  const pins: (string | undefined)[] = [];
  /** Whether nothing had the focus as a unit was chosen, for its card to take. */
  const focused: boolean[] = [];
  function Page(): ReactNode {
    const [pin, setPin] = useState<FoundPlace | null>(null);
    return (
      <AddressSearch
        pin={pin}
        onPin={(next) => (pins.push(next?.label), setPin(next))}
        center={() => ({ lat: 63.2, lng: 14.6 })}
        units={[liveUnit({ id: 6, name: 'Storgården' }), liveUnit({ id: 7, name: 'Storbilen', registration_number: 'ABC 123' })]}
        findsUnits={findsUnits}
        onSelectUnit={(id) => (focused.push(document.activeElement === document.body), chosen.push(id))}
      />
    );
  }
  const send = fakeSend({ 'tracking.find-address': () => ({ addresses }) });
  await renderScreen(<Page />, { send });
  return { pins, chosen, focused, user: userEvent.setup(), field: screen.getByRole('combobox') };
}

test('13-A1: arrows move along the addresses that were found, and Enter goes to the one they stand on', async () => {
  const { pins, user, field } = await open();
  await user.type(field, 'storgatan');
  await screen.findByRole('option', { name: PLACES[0]!.label });
  expect(field.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const active = screen.getByRole('option', { selected: true });
  expect(active.textContent).toBe(PLACES[1]!.label);
  expect(field.getAttribute('aria-activedescendant')).toBe(active.id);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(PLACES[2]!.label);
  await user.keyboard('{Enter}');
  expect(pins).toEqual([PLACES[2]!.label]);
  expect(screen.queryByRole('option')).toBeNull();
});

test('13-A1: Enter alone takes the first address, also before the answer has come', async () => {
  const { pins, user, field } = await open();
  await user.type(field, 'storgatan{Enter}');
  await expect.poll(() => pins).toEqual([PLACES[0]!.label]);
});

test('MAP-027: a street that was found for a house number says that the number is not known, and so does its pin', async () => {
  const street = { label: 'Storgatan, Solna', lat: 59, lng: 18, is_approximate: true };
  const { user, field } = await open(false, [street, { ...PLACES[1]!, label: 'Storgatan 44, Umeå' }]);
  await user.type(field, 'storgatan 44');
  expect((await screen.findByRole('option', { name: /Solna/ })).textContent).toContain('no house number');
  expect(screen.getByRole('option', { name: /Umeå/ }).textContent).not.toContain('no house number');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/^The house number is not known here/)).toBeDefined();
});

test('MAP-027: what was found does not lie over the map while somebody is elsewhere, and is there again when they come back', async () => {
  const { user, field } = await open();
  await user.type(field, 'storgatan');
  await screen.findByRole('option', { name: PLACES[0]!.label });
  await user.click(document.body);
  expect(screen.queryByRole('option')).toBeNull();
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.click(field);
  expect(screen.getAllByRole('option')).toHaveLength(3);
});

test('MAP-027: with a pin there already, too, and then its card comes back without taking the focus from elsewhere', async () => {
  const { user, field } = await open(true);
  await user.type(field, 'gatan{Enter}');
  await screen.findByRole('group', { name: PLACES[0]!.label });
  await user.type(field, 'gatan');
  await screen.findByRole('option', { name: PLACES[0]!.label });
  await user.click(document.body);
  expect(screen.queryByRole('option')).toBeNull();
  expect(document.activeElement).toBe(document.body);
  expect(screen.getByRole('group', { name: PLACES[0]!.label })).toBeDefined();
});

test('13-A1, MAP-027: the nearest units are told beside a map, and on a phone, where they would cover it, when asked', async () => {
  for (const isPhone of [false, true]) {
    const { user, field } = await open(isPhone);
    await user.type(field, 'storgatan{Enter}');
    const heading = await screen.findByRole('heading', { name: 'Nearest units' });
    expect(heading.closest('details')!.open).toBe(!isPhone);
    if (isPhone) await user.click(heading);
    expect(heading.closest('details')!.open).toBe(true);
    cleanup();
  }
});

test('13-A: where a keyboard lies over the map it goes with what was chosen, and the card of the place has the focus', async () => {
  const cases = [
    { isPhone: true, ends: '{Enter}', isTooEarly: true },
    { isPhone: true, ends: '{Enter}' },
    { isPhone: true, ends: 'press' },
    // A tablet is as wide as a desk, and its keyboard too.
    { isPhone: false, ends: 'press' },
  ];
  for (const { isPhone, ends, isTooEarly = false } of cases) {
    if (!isPhone) onNarrowScreen(['(pointer: coarse)']);
    const { user, field } = await open(isPhone);
    await user.type(field, 'gatan');
    const options = isTooEarly ? [] : await screen.findAllByRole('option');
    await (ends === 'press' ? user.click(options[0]!) : user.keyboard(ends));
    const card = await screen.findByRole('group', { name: PLACES[0]!.label });
    expect(document.activeElement).toBe(card);
    expect(screen.queryByRole('option')).toBeNull();
    cleanup();
  }
});

test('13-A: a unit chosen in the one search of a phone takes the focus from the field', async () => {
  const { focused, user, field } = await open(true);
  await user.type(field, 'abc');
  await user.click(await screen.findByRole('option'));
  expect(focused).toEqual([true]);
});

test('13-A1: at a desk the focus stays in the field, the card is next, and it comes back when the pin goes', async () => {
  const { user, field } = await open();
  await user.type(field, 'storgatan{Enter}');
  const remove = await screen.findByRole('button', { name: 'Remove the pin' });
  expect(document.activeElement).toBe(field);
  await user.tab();
  expect(document.activeElement).toBe(remove);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(field);
});

test('13-A1: Enter on too little text asks for nothing, and Escape clears the field', async () => {
  const { pins, user, field } = await open();
  await user.type(field, 's{Enter}');
  await user.type(field, 'torgatan');
  await screen.findByRole('option', { name: PLACES[0]!.label });
  await user.keyboard('{Escape}');
  expect((field as HTMLInputElement).value).toBe('');
  expect(pins).toEqual([]);
});

test('13-A: the one search of a phone finds units beside addresses, and Enter goes to the first', async () => {
  const { pins, chosen, user, field } = await open(true);
  expect(field.getAttribute('aria-label')).toBe('Search unit or address');
  await user.type(field, 'stor');
  await screen.findByRole('option', { name: PLACES[0]!.label });
  const units = screen.getAllByRole('option').slice(0, 2);
  expect(units.map(({ textContent }) => textContent)).toEqual(['StorbilenABC 123', 'Storgården']);
  await user.keyboard('{Enter}');
  expect([chosen, pins]).toEqual([[7], []]);
  await user.type(field, 'abc');
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('StorbilenABC 123');
});

test('13-A2: a place of two letters is found, as Ås is', async () => {
  const { pins, user, field } = await open(false, [{ ...PLACES[0]!, label: 'Ås', city: 'Ås', country_code: 'NO' }]);
  await user.type(field, 'Ås');
  expect((await screen.findByRole('option')).textContent).toBe('ÅsNorway');
  await user.keyboard('{Enter}');
  expect(pins).toEqual(['Ås']);
});

test('13-A2: of towns the country is told, and how far away they are where two of a country are called alike', async () => {
  const town = (label: string, country_code: string, lat: number) => ({
    ...{ label, city: label, country_code, lat, lng: 14.6, is_approximate: true },
  });
  const { user, field } = await open(false, [
    town('Bergen', 'NO', 60.4),
    town('Bergen', 'DE', 52.8),
    town('Ås', 'SE', 63.25),
    town('Ås', 'SE', 63.4),
  ]);
  await user.type(field, 'bergen');
  await screen.findAllByRole('option', { name: /Bergen/ });
  const texts = screen.getAllByRole('option').map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(texts).toEqual(['BergenNorway', 'BergenGermany', 'ÅsSweden · 5.6 km', 'ÅsSweden · 22.2 km']);
});
