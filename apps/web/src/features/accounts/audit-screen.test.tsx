import { AUDIT_ACTIONS } from '@spora/contract/accounts/audit-actions';
import { en } from '@spora/messages/en';
import { createTranslate } from '@spora/messages/translate';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { actionText, detailsText, readAuditSearch, type AuditRow, type AuditSearch } from './audit-model.ts';
import { AuditScreen } from './audit-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (id: number, more: Partial<AuditRow> = {}): AuditRow => ({
  id,
  at: '2026-11-02T10:00:00Z',
  actor: 'Anna Lindqvist',
  actor_kind: 'member',
  action: 'user-changed',
  subject: `User ${id}`,
  details: {},
  ...more,
});
function Page(props: { start: AuditSearch }) {
  const [search, setSearch] = useState(props.start);
  return <AuditScreen search={search} onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))} />;
}
async function open(answers: FakeAnswers = {}, start: AuditSearch = {}) {
  const send = fakeSend({
    'users.list': () => ({ user: [] }),
    'accounts.audit': () => ({ rows: [row(5)], has_more: false }),
    ...answers,
  });
  await renderScreen(<Page start={start} />, { send, user: signedInUser() });
  return send;
}
const asked = (send: Awaited<ReturnType<typeof open>>) =>
  send.requests.filter(({ id }) => id === 'accounts.audit').map(({ query }) => query);

test('ADM-018: who did what to whom is told in words, in the time of the account', async () => {
  await open({
    'accounts.audit': () => ({
      rows: [
        row(5, { details: { fields: 'department, is_admin' } }),
        row(4, { action: 'signed-in', subject: '', details: { second_factor: 'code', browser: 'Firefox' } }),
        row(3, { actor: '', actor_kind: 'stranger', action: 'sign-in-refused' }),
        row(2, { actor_kind: 'system', actor: '', action: 'something-new', details: { count: 3 } }),
      ],
      has_more: false,
    }),
  });
  const [changed, signedIn, refused, unknown] = (await screen.findAllByRole('row')).slice(1).map((each) => each.textContent);
  expect(changed).toBe('2026-11-02 11:00Anna LindqvistUser changedUser 5Changed: Department, Role');
  expect(signedIn).toContain('With a code. Firefox');
  expect(refused).toContain('Not signed inSign-in refused');
  expect(unknown).toContain('The systemsomething-new');
  expect(screen.getByText('That is everything')).toBeDefined();
});

test('ADM-018: older rows are fetched from the last one on', async () => {
  const send = await open({
    'accounts.audit': ({ query }) =>
      query?.before ? { rows: [row(3)], has_more: false } : { rows: [row(5), row(4)], has_more: true },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('User 3')).toBeDefined();
  expect(screen.getByText('User 5')).toBeDefined();
  expect(asked(send)).toEqual([{ limit: 100 }, { limit: 100, before: 4 }]);
});

test('ADM-018: the filters of the address are asked for, and the file holds what they leave', async () => {
  const addresses: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.download);
  });
  const send = await open(
    { 'accounts.export-audit': () => Uint8Array.from([97, 44, 98]) },
    { action: 'unit-locked', by: '8', from: '2026-11-01', to: '2026-11-30', q: 'volvo' },
  );
  const filter = { action: 'unit-locked', user_id: 8, from: '2026-11-01', to: '2026-11-30', search: 'volvo' };
  await screen.findByText('User 5');
  expect(asked(send)).toEqual([{ ...filter, limit: 100 }]);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(addresses).toEqual(['audit.csv']));
  expect(send.requests.find(({ id }) => id === 'accounts.export-audit')?.query).toEqual(filter);
  click.mockRestore();
});

test('ADM-018: nothing found says so and the filters can be cleared', async () => {
  await open({ 'accounts.audit': ({ query }) => ({ rows: query?.search ? [] : [row(5)], has_more: false }) }, { q: 'nobody' });
  expect(await screen.findByText('Nothing matches')).toBeDefined();
  await userEvent.click(within(screen.getByRole('search')).getByRole('button', { name: 'Clear the filters' }));
  expect(await screen.findByText('User 5')).toBeDefined();
});

test('ADM-018: every action has words, and particulars are readable', () => {
  const t = createTranslate('en', en);
  for (const action of AUDIT_ACTIONS) expect(actionText(action, t)).not.toBe(action);
  expect(detailsText({ kind: 'tags', count: 0, reason: 'sold', nothing: null }, t)).toBe('Tags. 0 in number. reason: sold');
});

test('an address that anybody typed is understood or left out', () => {
  expect(readAuditSearch({ from: '2026-11-30', to: '2026-11-01', action: 'drop', by: 'x', q: ' ' })).toEqual({});
});
