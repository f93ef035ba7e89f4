import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { type GroupsSearch, readGroupsSearch } from './groups-model.ts';
import { GroupsScreen } from './groups-screen.tsx';

afterEach(cleanup);

const group = (id: number, name: string, more: Partial<Group> = {}): Group => ({
  id,
  name,
  trip_type: null,
  is_archived: false,
  uses: 0,
  users: 0,
  trips: 0,
  attested_trips: 0,
  ...more,
});
const GROUPS = [group(1, 'Norr', { uses: 12, users: 5 }), group(2, 'Syd'), group(3, 'Gamla', { is_archived: true, uses: 3 })];

function Page({ kind }: { kind: GroupKind }) {
  const [search, setSearch] = useState<GroupsSearch>({});
  return (
    <GroupsScreen
      kind={kind}
      search={search}
      onSearch={(patch) => setSearch((before) => readGroupsSearch({ ...before, ...patch }))}
    />
  );
}
async function open(kind: GroupKind, answers: FakeAnswers = {}, mayEdit = true) {
  const send = fakeSend({
    'accounts.list-groups': () => ({ groups: GROUPS, can: { create: mayEdit, edit: mayEdit } }),
    'accounts.update-group': () => ({}),
    'accounts.remove-group': () => ({}),
    'accounts.create-group': ({ body }) => group(9, body.name),
    ...answers,
  });
  await renderScreen(<Page kind={kind} />, { send, user: signedInUser() });
  await screen.findByRole('table');
  return send;
}
const sent = (send: Awaited<ReturnType<typeof open>>, id: string) =>
  send.requests.filter((request) => request.id === id).map(({ params, body }) => (body ? [params, body] : params));
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};
const names = () => screen.getAllByRole('rowheader').map((each) => each.textContent.trim());

test('ADM-013: use counts are shown, archived ones only when asked for', async () => {
  await open('departments');
  expect(names()).toEqual(['Norr', 'Syd']);
  const row = within(screen.getByRole('row', { name: /Norr/ }));
  expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['7', '/user/edit-terminal-list?department=Norr'],
    ['5', '/administration/user-accounts?tab=users&q=Norr'],
  ]);
  expect(within(screen.getByRole('row', { name: /Syd/ })).queryByRole('link'), 'nobody bears it').toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Show archived (1)' }));
  expect(names()).toEqual(['Norr', 'Syd', 'Gamla Archived']);
});

test('ADM-013: of a project its units and trips are counted, of a purpose also whose usual one it is; merging names only those that change', async () => {
  const answers = {
    'accounts.list-groups': () => ({
      groups: [group(1, 'Bron', { uses: 9, users: 1, trips: 6, attested_trips: 2 }), group(2, 'Tunneln')],
      can: { create: true, edit: true },
    }),
  };
  const cells = () => {
    const [row] = screen.getAllByRole('row', { name: /Bron/ });
    return within(row!)
      .getAllByRole('cell')
      .map((cell) => [cell.getAttribute('data-label'), cell.textContent])
      .filter(([label, text]) => label !== null && /^\d+$/.test(text ?? ''));
  };
  await open('purposes', answers);
  expect(cells()).toEqual([['Trips', '6']]);
  expect(screen.getByRole('button', { name: '2 units, 1 user: who has Bron as their usual purpose' })).toBeDefined();
  cleanup();
  await open('projects', answers);
  expect(cells()).toEqual([
    ['Units', '2'],
    ['Trips', '6'],
  ]);
  await act('Bron', 'Merge into another project');
  for (const text of [
    '4 trips get the other instead, and their history says so. 2 attested trips stay as they were signed. Private trips stay as they are.',
    '3 units that have Bron get the other instead. Bron is then gone. This cannot be undone.',
  ])
    expect(screen.getByText(text), text).toBeDefined();
});

test('ADM-013: a search that only finds archived ones says so and shows them at a press', async () => {
  await open('departments');
  await userEvent.type(screen.getByRole('searchbox'), 'gaml');
  expect(await screen.findByText('1 of the archived ones does.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show archived (1)' }));
  expect(names()).toEqual(['Gamla Archived']);
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'xyz');
  expect(await screen.findByText('Nothing matches the search')).toBeDefined();
  expect(screen.queryByText(/archived ones/)).toBeNull();
});

test('ADM-005: a name that exists is refused beside the field, and what was typed stays', async () => {
  const send = await open('tags', {
    'accounts.create-group': () => {
      throw new ApiError(422, { name: ['NameExists'] });
    },
  });
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'New tag' });
  await userEvent.type(input, 'norr{Enter}');
  expect(await screen.findByText('The name is already used.')).toBeDefined();
  expect(input.value).toBe('norr');
  expect(document.activeElement).toBe(input);
  expect(sent(send, 'accounts.create-group')).toEqual([[{ kind: 'tags' }, { name: 'norr', trip_type: null }]]);
});

test('ADM-007: three are typed one after the other, while the list that shows them is still on its way', async () => {
  let asked = 0;
  const send = await open('departments', {
    // The list is read once, and then never again answered.
    'accounts.list-groups': () =>
      ++asked === 1 ? { groups: GROUPS, can: { create: true, edit: true } } : new Promise<never>(() => undefined),
  });
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'New department' });
  for (const name of ['Bygg', 'Service', 'Kontor']) {
    await userEvent.type(input, `${name}{Enter}`);
    await waitFor(() => expect(input.value).toBe(''));
  }
  expect(sent(send, 'accounts.create-group')).toMatchObject(
    ['Bygg', 'Service', 'Kontor'].map((name) => [{ kind: 'departments' }, { name }]),
  );
});

test('ADM-007: what is typed while one is being added stays', async () => {
  const answered: (() => void)[] = [];
  await open('departments', {
    'accounts.create-group': ({ body }) => new Promise((resolve) => answered.push(() => resolve(group(9, body.name)))),
  });
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'New department' });
  await userEvent.type(input, 'Bygg{Enter}');
  await userEvent.clear(input);
  await userEvent.type(input, 'Serv');
  await waitFor(() => expect(answered).toHaveLength(1));
  answered[0]?.();
  expect(await screen.findByText(/Bygg/)).toBeDefined();
  expect(input.value).toBe('Serv');
});

test('ADM-013: one is renamed in its place, with a way back', async () => {
  const send = await open('projects');
  await act('Norr', 'Rename');
  const input = await screen.findByLabelText('New name of Norr');
  await userEvent.clear(input);
  await userEvent.type(input, 'Norra{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const params = { kind: 'projects', id: 1 };
  await waitFor(() =>
    expect(sent(send, 'accounts.update-group')).toEqual([
      [params, { name: 'Norra', was: { name: 'Norr' } }],
      [params, { name: 'Norr' }],
    ]),
  );
});

test('ADM-013: one is archived with a way back; only one that nothing bears can be removed', async () => {
  const send = await open('tags');
  await act('Norr', 'Archive');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const params = { kind: 'tags', id: 1 };
  await waitFor(() =>
    expect(sent(send, 'accounts.update-group')).toEqual([
      [params, { is_archived: true }],
      [params, { is_archived: false }],
    ]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Norr' }));
  await screen.findByRole('menuitem', { name: 'Rename' });
  expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await act('Syd', 'Remove');
  await waitFor(() => expect(sent(send, 'accounts.remove-group')).toEqual([{ kind: 'tags', id: 2 }]));
});

test('ADM-013: merging names both, says what happens to how many, and cannot be done by mistake', async () => {
  const send = await open('departments');
  await act('Norr', 'Merge into another department');
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Norr into another department' }));
  expect(dialog.queryByText(/trips/), 'no trip bears a department').toBeNull();
  expect(dialog.getByText(/12 that have Norr get the other instead/)).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
  await userEvent.selectOptions(dialog.getByLabelText('Which department should it become?'), 'Syd');
  await userEvent.click(dialog.getByRole('button', { name: 'Merge Norr into Syd' }));
  expect(await screen.findByText('Norr is now Syd')).toBeDefined();
  expect(sent(send, 'accounts.update-group')).toEqual([[{ kind: 'departments', id: 1 }, { merge_into: 2 }]]);
});

test('ADM-014: a purpose is offered for business, private or other trips, and new ones are added so', async () => {
  const send = await open('purposes');
  await userEvent.type(screen.getByRole('textbox', { name: 'New purpose' }), 'Kundbesök');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Offered for' }), 'Business');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Kundbesök is added')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /Norr is offered for/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Private' }));
  await waitFor(() =>
    expect(sent(send, 'accounts.update-group')).toEqual([[{ kind: 'purposes', id: 1 }, { trip_type: 'private' }]]),
  );
  expect(sent(send, 'accounts.create-group')).toEqual([[{ kind: 'purposes' }, { name: 'Kundbesök', trip_type: 'business' }]]);
});

const USUAL = {
  'accounts.list-groups': () => ({
    groups: [group(1, 'Kundbesök', { uses: 9, users: 1, trips: 6 }), group(2, 'Möte'), group(3, 'Gamla', { is_archived: true })],
    can: { create: true, edit: true },
  }),
  'accounts.usual-purpose': () => ({
    units: [
      { imei: '350000000000012', name: 'Skåpbil 1' },
      { imei: null, name: 'Skåpbil 2' },
    ],
    users: [{ id: 7, name: 'Jonas Berg' }],
  }),
};

test('ADM-014: whose usual purpose it is, is said and asked before it is archived; one that is nobody’s is archived at once', async () => {
  const send = await open('purposes', USUAL);
  await act('Kundbesök', 'Archive …');
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive Kundbesök?' }));
  expect((await dialog.findByRole('link', { name: 'Jonas Berg' })).getAttribute('href')).toMatch(/tab=users&q=Jonas/);
  expect(dialog.getByRole('link', { name: 'Skåpbil 1' }).getAttribute('href')).toContain('imei=350000000000012');
  expect(dialog.getByText('Skåpbil 2')).toBeDefined();
  expect(sent(send, 'accounts.update-group')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Archive Kundbesök' }));
  expect(await screen.findByText('Kundbesök is archived. Trips that have the purpose keep it.')).toBeDefined();
  await act('Möte', 'Archive');
  await waitFor(() =>
    expect(sent(send, 'accounts.update-group')).toEqual([
      [{ kind: 'purposes', id: 1 }, { is_archived: true }],
      [{ kind: 'purposes', id: 2 }, { is_archived: true }],
    ]),
  );
});

test('ADM-013: of a purpose that no trip has it is said once that no trips change', async () => {
  await open('purposes');
  await act('Norr', 'Merge into another purpose');
  expect(await screen.findByText('No trips change.')).toBeDefined();
});

test('ADM-014, PLACE-007: purposes that rules of places write and nobody can choose are added at a press', async () => {
  const rule = (purpose: string) => ({ purpose, project: 'Bron' });
  const places = [{ rules: [rule('Byggmöte'), rule('norr'), rule('Gamla')] }, { rules: [rule('Byggmöte'), rule('')] }];
  const answers = { 'places.list': () => ({ places, can: { add: true, for_all_units: true } }) as never };
  const send = await open('purposes', answers);
  const offered = within(await screen.findByRole('group', { name: 'Written by rules of places, but not to choose:' }));
  const buttons = offered.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons, 'neither what is there, nor what is archived').toEqual(['Byggmöte']);
  await userEvent.click(offered.getByRole('button', { name: 'Add Byggmöte' }));
  expect(await screen.findByText('Byggmöte is added')).toBeDefined();
  expect(sent(send, 'accounts.create-group')).toEqual([[{ kind: 'purposes' }, { name: 'Byggmöte', trip_type: null }]]);
  cleanup();
  await open('departments', answers);
  expect(screen.queryByText(/rules of places/), 'rules write no department').toBeNull();
});

test('ADM-014: instead of archiving it another can become the usual purpose, by merging', async () => {
  await open('purposes', USUAL);
  await act('Kundbesök', 'Archive …');
  await userEvent.click(await screen.findByRole('button', { name: 'Merge …' }));
  const merging = within(await screen.findByRole('dialog', { name: 'Merge Kundbesök into another purpose' }));
  expect(merging.getByText(/The 3 that have Kundbesök as their usual purpose get the other instead/)).toBeDefined();
});

test('ADM-013: the head counts what can be chosen, and apart from them what is archived', async () => {
  await open('purposes', USUAL);
  expect(screen.getByText('2 to choose, 1 archived')).toBeDefined();
});

test('ROLE-009: without the right nothing can be changed here', async () => {
  await open('purposes', {}, false);
  expect(screen.queryByRole('textbox', { name: 'New purpose' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actions for Norr' })).toBeNull();
});

test('ERR-041: a name that somebody else has changed meanwhile is not overwritten unseen', async () => {
  let name = 'Norr';
  const send = await open('projects', {
    'accounts.list-groups': () => ({ groups: [{ ...GROUPS[0]!, name }], can: { create: true, edit: true } }),
    'accounts.update-group': ({ body }) => {
      if (body.was) throw new ApiError(409, 'ChangedMeanwhile');
      return {};
    },
  });
  await act('Norr', 'Rename');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Norr/ });
  await userEvent.clear(field);
  await userEvent.type(field, 'Mitt');
  name = 'Deras';
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(/is now: Deras/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() =>
    expect(sent(send, 'accounts.update-group').map((each) => (each as unknown[])[1])).toEqual([
      { name: 'Mitt', was: { name: 'Norr' } },
      { name: 'Mitt' },
    ]),
  );
});

test('NAV-039: a name half typed holds the page, a new one and another one', async () => {
  await open('tags');
  const add = screen.getByRole('textbox', { name: 'New tag' });
  await userEvent.type(add, 'Jour');
  expect(hasUnsaved()).toBe(true);
  await userEvent.clear(add);
  expect(hasUnsaved()).toBe(false);
  await act('Norr', 'Rename');
  await userEvent.type(await screen.findByRole('textbox', { name: 'New name of Norr' }), 'x');
  expect(hasUnsaved()).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(hasUnsaved()).toBe(false);
});
