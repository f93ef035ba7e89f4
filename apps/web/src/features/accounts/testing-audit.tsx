import { useState } from 'react';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { type AuditRow, type AuditSearch } from './audit-model.ts';
import { AuditScreen } from './audit-screen.tsx';

/** A line of the log: Anna changed a user. */
export const row = (id: number, more: Partial<AuditRow> = {}): AuditRow => ({
  id,
  at: '2026-11-02T10:00:00Z',
  actor: 'Anna Lindqvist',
  actor_kind: 'member',
  action: 'user-changed',
  subject: `User ${id}`,
  details: {},
  changes: [],
  ...more,
});
export function Page(props: { start: AuditSearch }) {
  const [search, setSearch] = useState(props.start);
  return <AuditScreen search={search} onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))} />;
}
/** Opens the log as its page does; answers what it sends with. */
export async function open(answers: FakeAnswers = {}, start: AuditSearch = {}) {
  const send = fakeSend({
    'users.list': () => ({ user: [] }),
    'accounts.audit': () => ({ rows: [row(5)], has_more: false }),
    ...answers,
  });
  await renderScreen(<Page start={start} />, { send, user: signedInUser() });
  return send;
}
/** What the log was asked for. */
export const asked = (send: Awaited<ReturnType<typeof open>>) =>
  send.requests.filter(({ id }) => id === 'accounts.audit').map(({ query }) => query);
