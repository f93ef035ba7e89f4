import { AUDIT_ACTIONS } from '@spora/contract/accounts/audit-actions';
import { ENDPOINTS } from '@spora/contract/registry';
import { createFormat } from '@spora/messages/format';
import { sv } from '@spora/messages/sv';
import { createTranslate } from '@spora/messages/translate';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { beginAt, onNarrowScreen } from '../../lib/testing.tsx';
import { changeTexts } from './audit-changes.ts';
import { linesOf, readAuditSearch, type AuditRow } from './audit-model.ts';
import { AREAS } from './audit-sentence.ts';
import { row, open, asked } from './testing-audit.tsx';

beginAt('2026-11-20T12:00:00Z');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('ADM-018: who did what to whom is told in words, in the time of the account', async () => {
  await open({
    'accounts.audit': () => ({
      rows: [
        row(5, { details: { fields: 'department, is_admin' } }),
        row(4, { action: 'signed-in', subject: '', details: { second_factor: 'code', browser: 'Firefox' } }),
        row(3, { actor: '', actor_kind: 'stranger', action: 'sign-in-refused', details: { reason: 'password' } }),
        row(2, { actor_kind: 'system', actor: '', action: 'something-new', details: { count: 3 } }),
      ],
      has_more: false,
    }),
  });
  const [day, changed, signedIn, refused, unknown] = (await screen.findAllByRole('row')).slice(1).map((each) => each.textContent);
  expect(day).toBe('Monday 2 November');
  expect(changed).toBe('11:00Anna Lindqvist changed the user User 5Changed: Department, Role');
  expect(signedIn).toBe('11:00Anna Lindqvist signed inFirefox. With a code');
  expect(refused).toContain('A sign-in as User 3 was refusedReason: wrong password');
  expect(unknown).toContain('The system did something that this page does not know yet');
  expect(screen.getByText('That is everything')).toBeDefined();
});

test('ADM-018: older rows are fetched from the last one on', async () => {
  const send = await open({
    'accounts.audit': ({ query }) =>
      query?.before ? { rows: [row(3)], has_more: false } : { rows: [row(5), row(4)], has_more: true },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText(/User 3$/)).toBeDefined();
  expect(screen.getByText(/User 5$/)).toBeDefined();
  expect(asked(send)).toEqual([{ limit: 100 }, { limit: 100, before: 4 }]);
});

test('ADM-018: the filters of the address are asked for, and the file holds what they leave', async () => {
  const addresses: string[] = [];
  const files: Blob[] = [];
  const createObjectURL = (file: Blob) => (files.push(file), 'blob:x');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.download);
  });
  const send = await open(
    { 'accounts.export-audit': () => Uint8Array.from([97, 44, 98]) },
    { action: 'unit-locked', by: '8', from: '2026-11-01', to: '2026-11-30', q: 'volvo' },
  );
  const filter = { action: 'unit-locked', user_id: 8, from: '2026-11-01', to: '2026-11-30', search: 'volvo' };
  await screen.findByText(/User 5$/);
  expect(asked(send)).toEqual([{ ...filter, limit: 100 }]);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(addresses).toEqual(['audit.csv']));
  expect(send.requests.find(({ id }) => id === 'accounts.export-audit')?.query).toEqual(filter);
  // The mark by which spreadsheets read it as UTF-8.
  expect([...new Uint8Array(await files[0]!.slice(0, 3).arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf]);
  click.mockRestore();
});

test('ADM-018: of a long change the beginning is told, with whole names, and the rest at a press', async () => {
  const names = Array.from({ length: 54 }, (_, index) => `Rondbil nummer ${index + 1}`);
  const changes = [{ field: 'units', before: null, after: names.join(', ') }];
  const given = row(5, { action: 'alarm-receiver-units', details: { count: 54, fields: 'units' }, changes });
  await open({ 'accounts.audit': () => ({ rows: [given], has_more: false }) });
  const more = await screen.findByRole('button', { name: 'Show all' });
  const told = () => more.closest('th')!.textContent;
  expect(told()).toMatch(/, Rondbil nummer \d+, … Show all54 in all after the change$/);
  expect(told()).not.toContain('Rondbil nummer 54');
  await userEvent.click(more);
  expect(told()).toContain('Rondbil nummer 53, Rondbil nummer 54');
});

test('ADM-018: an invitation tells what was given, and a change of rights at a press all of them before and after', async () => {
  const invited = row(6, {
    action: 'user-invited',
    changes: [
      { field: 'is_admin', before: null, after: false },
      { field: 'rights', before: null, after: 'edit-places' },
    ],
  });
  const changes = [{ field: 'rights', before: 'edit-places', after: 'edit-places, edit-all-bookings' }];
  await open({
    'accounts.audit': () => ({ rows: [invited, row(5, { details: { fields: 'rights' }, changes })], has_more: false }),
  });
  const [, first, second] = (await screen.findAllByRole('row')).slice(1);
  expect(first!.textContent).toMatch(/invited User 6Role: .+Rights given: .+$/);
  expect(first!.textContent).not.toMatch(/before/);
  await userEvent.click(within(second!).getByRole('button', { name: 'Show all rights before and after' }));
  const [before = '', after = ''] = /Before: (.+)After: (.+)Show less/.exec(second!.textContent)!.slice(1);
  expect(after).toContain(before);
  expect(after.length).toBeGreaterThan(before.length);
});

test('ADM-018: on a phone the log begins under its search and two buttons, and what it is stands with the filters', async () => {
  onNarrowScreen();
  await open();
  await screen.findByText(/User 5$/);
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDefined();
  expect(screen.queryByText(/Nobody can change it/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(within(await screen.findByRole('dialog')).getByText(/Nobody can change it/)).toBeDefined();
});

test('ADM-018: today and the last seven days are chosen at one press', async () => {
  const send = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^All time/ }));
  await userEvent.click(await screen.findByRole('option', { name: '7 days' }));
  const day = (back: number) => createFormat('en', 'Europe/Stockholm').day(Date.now() - back * 86_400_000);
  await waitFor(() => expect(asked(send).at(-1)).toMatchObject({ from: day(6), to: day(0) }));
  expect(screen.getByRole('button', { name: /^7 days/ })).toBeDefined();
});

test('ADM-018: nothing found says so and the filters can be cleared', async () => {
  await open({ 'accounts.audit': ({ query }) => ({ rows: query?.search ? [] : [row(5)], has_more: false }) }, { q: 'nobody' });
  expect(await screen.findByText('Nothing matches')).toBeDefined();
  await userEvent.click(within(screen.getByRole('search')).getByRole('button', { name: 'Clear the filters' }));
  expect(await screen.findByText(/User 5$/)).toBeDefined();
});

test('an address that anybody typed is understood or left out', () => {
  expect(readAuditSearch({ from: '2026-11-30', to: '2026-11-01', action: 'drop', by: 'x', q: ' ' })).toEqual({});
});

test('13-B5: each event stands in one group of the filter, and the rows of a day under its name', async () => {
  expect(AUDIT_ACTIONS.filter((action, i) => AUDIT_ACTIONS.indexOf(action) !== i)).toEqual([]);
  const rows = [row(3), row(2), row(1, { at: '2026-11-01T10:00:00Z' })];
  expect(linesOf(rows, (at) => at.slice(0, 10)).map((line) => ('day' in line ? line.day : line.row.id))).toEqual([
    '2026-11-02',
    3,
    2,
    '2026-11-01',
    1,
  ]);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: /^All events/ }));
  expect(screen.getByRole('searchbox', { name: 'Search for an event' })).toBeDefined();
  const group = await screen.findByRole('group', { name: 'Users and access' });
  expect(within(group).getByRole('option', { name: 'User invited' })).toBeDefined();
});

test('4: the log says that trips keep their own history, with the way there', async () => {
  await open();
  expect(await screen.findByText(/Changed and merged trips keep their history in the trip/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the trip log' }).getAttribute('href')).toBe('/user/create-triplog');
});

test('7: on a phone the filters are behind one button, and the search stays in sight', async () => {
  onNarrowScreen();
  await open();
  expect(screen.getByRole('searchbox')).toBeDefined();
  expect(screen.queryByRole('button', { name: /All events/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(await screen.findByRole('button', { name: /All events/ })).toBeDefined();
});

test('13-B5: repeated sign-ins of one person on one day are one line with how many there were and since when', async () => {
  const signedIn = (id: number, at: string, more: Partial<AuditRow> = {}): AuditRow =>
    row(id, { at, action: 'signed-in', subject: '', details: { browser: 'Firefox' }, ...more });
  await open({
    'accounts.audit': () => ({
      rows: [
        signedIn(9, '2026-11-02T10:00:00Z'),
        signedIn(8, '2026-11-02T09:00:00Z'),
        signedIn(7, '2026-11-02T07:12:00Z'),
        signedIn(6, '2026-11-02T07:00:00Z', { actor: 'Dag Driver' }),
        signedIn(5, '2026-11-01T10:00:00Z', { actor: 'Dag Driver' }),
      ],
      has_more: false,
    }),
  });
  expect(await screen.findByText(/Anna Lindqvist signed in · 3 times since 08:12/)).toBeDefined();
  expect(screen.getAllByText(/Dag Driver signed in/)).toHaveLength(2);
  cleanup();
  const atOnce = [signedIn(9, '2026-11-02T10:00:40Z'), signedIn(8, '2026-11-02T10:00:10Z')];
  await open({ 'accounts.audit': () => ({ rows: atOnce, has_more: false }) });
  expect((await screen.findByText(/signed in · 2 times/)).textContent, 'not since the time of the row').not.toMatch(/since/);
});

test('ROLE-011: what support looked at is told by its name, one visit in a line, and every call it may make has a name', async () => {
  const viewed = { actor: 'Sara Stöd', actor_kind: 'support', action: 'support-viewed' } as const;
  await open({
    'accounts.audit': () => ({
      rows: [
        row(4, { ...viewed, subject: 'Skåpbil 7', details: { area: 'units' } }),
        row(3, { ...viewed, subject: '', details: { area: 'units' } }),
        row(2, { ...viewed, subject: '', details: { area: 'tracking' } }),
        row(1, { action: 'signed-in', subject: '' }),
        row(0, { ...viewed, action: 'support-opened', subject: '', details: { reason: 'Case 4711' } }),
      ],
      has_more: false,
    }),
  });
  const [visit, signedIn] = (await screen.findAllByRole('row')).slice(2).map((each) => each.textContent);
  expect(visit, 'with why').toBe(
    '11:00Sara Stöd (support) looked at positions, units and the details of Skåpbil 7Reason: Case 4711',
  );
  expect(signedIn).toMatch(/signed in/);
  const shown = ENDPOINTS.filter(({ id, kind, visit }) => visit !== 'shut' && kind !== 'file' && !id.startsWith('auth.'));
  const unnamed = shown.map(({ id }) => id.split('.')[0]!).filter((area) => !AREAS.some((each) => each === area));
  expect([...new Set(unnamed)], 'they lack a name in AREAS').toEqual([]);
});

test('ROLE-011: a visit names the pages that were opened and of which units, and beside them all that these showed; why stands once', async () => {
  const by = { actor: 'Sara Stöd', actor_kind: 'support' } as const;
  const viewed = (id: number, area: string, subject = '') =>
    row(id, { ...by, action: 'support-viewed', subject, details: { area } });
  const opened = row(0, { ...by, action: 'support-opened', subject: '', details: { reason: 'Case 4711' } });
  const views = [
    viewed(7, 'zones/zones'),
    viewed(6, 'zones/alarms'),
    viewed(5, 'tracking/drivers'),
    viewed(4, 'tracking/tracking', 'Skåpbil 7'),
    viewed(3, 'tracking/tracking'),
    viewed(2, 'accounts/users'),
    viewed(1, 'accounts/accounts'),
  ];
  const told = async (rows: AuditRow[]) => {
    cleanup();
    await open({ 'accounts.audit': () => ({ rows, has_more: false }) });
    return (await screen.findAllByRole('row')).slice(2).map((each) => each.textContent);
  };
  const data = 'Data on those pages: the account’s settings, users, positions, drivers, alarms and zones';
  expect(await told([...views, opened])).toEqual([
    `11:00Sara Stöd (support) opened the account’s settings, the map (Skåpbil 7) and zones${data}`,
    expect.stringMatching(/opened the accountReason: Case 4711$/),
  ]);
  const [both] = await told([viewed(9, 'trips'), ...views, row(8, { action: 'signed-in', subject: '' }), opened]);
  expect(both, 'what no page was told of counts by itself; why is not out of sight').toContain(
    `the map (Skåpbil 7) and zones, and looked at the trip log${data}. Reason: Case 4711`,
  );
});

test('ADM-018: a change is told by what it was and what it became, in the words of its screen', async () => {
  const told = (action: string, changes: AuditRow['changes'], details: AuditRow['details'] = {}) =>
    changeTexts(
      { action, details, changes },
      { t: createTranslate('sv', sv), format: createFormat('sv', 'Europe/Stockholm'), typeText: String },
    );
  expect(told('user-changed', [{ field: 'is_admin', before: false, after: true }])).toEqual([
    'Roll: Administratör (tidigare:\u00a0Användare)',
  ]);
  expect(told('unit-changed', [{ field: 'alarm-towing', before: true, after: false }])[0]).toMatch(/: Av \(tidigare:\u00a0På\)$/);
  expect(told('unit-changed', [{ field: 'department', before: null, after: 'Service' }])).toEqual([
    'Avdelning: Service (tidigare:\u00a0–)',
  ]);
  expect(told('service-plan-changed', [{ field: 'interval_km', before: 15000, after: 20000 }])[0]).toMatch(
    /: 20\s000\skm \(tidigare:\u00a015\s000\skm\)$/,
  );
  expect(told('refuelling-changed', [{ field: 'amount', before: 45.2, after: 54.2 }], { fuel_type: 'diesel' })).toEqual([
    'Mängd: 54,20\u00a0l (tidigare:\u00a045,20\u00a0l)',
  ]);
  await open({
    'accounts.audit': () => ({
      rows: [
        row(5, {
          details: { fields: 'department, phone' },
          changes: [{ field: 'department', before: 'Bygg', after: 'Service' }],
        }),
      ],
      has_more: false,
    }),
  });
  expect((await screen.findAllByRole('row'))[2]?.textContent).toBe(
    '11:00Anna Lindqvist changed the user User 5Department: Service (before:\u00a0Bygg)Changed: Phone',
  );
});
