import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import type { Profile, User, UserRow } from '@spora/contract/users/endpoints';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, formQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { accessChangesOf, changesOf, type UserDraft } from './user-draft.ts';

export const profileQuery = (send: Send) => endpointQuery(send, 'users.profile', {});
export const usersQuery = (send: Send) => endpointQuery(send, 'users.list', { query: { limit: -1 } });
export const userQuery = (send: Send, id: number) => formQuery(send, 'users.get', { params: { id } });
export const dependentsQuery = (send: Send, id: number) => ({
  ...endpointQuery(send, 'users.dependents', { params: { id } }),
  staleTime: 0,
});
export const matrixQuery = (send: Send) => endpointQuery(send, 'users.access-matrix', {});
export const purposesQuery = (send: Send) => endpointQuery(send, 'accounts.list-groups', { params: { kind: 'purposes' } });
export const departmentsQuery = (send: Send) => endpointQuery(send, 'accounts.list-groups', { params: { kind: 'departments' } });

/** A change of one's own profile; what the server answers is what is shown. */
export function useProfileChange<Input>(change: (send: Send, input: Input) => Promise<Profile>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (profile) => client.setQueryData(profileQuery(send).queryKey, profile),
    // What was shown may have been old (ERR-041).
    onError: () => void client.invalidateQueries({ queryKey: profileQuery(send).queryKey }),
  });
}

const replaceRow = (client: QueryClient, send: Send, row: UserRow): void => {
  client.setQueryData(
    usersQuery(send).queryKey,
    (before: DataOf<'users.list'> | undefined) =>
      before && { user: before.user.map((each) => (each.id === row.id ? row : each)) },
  );
  client.setQueryData(
    endpointQuery(send, 'users.get', { params: { id: row.id } }).queryKey,
    (before: DataOf<'users.get'> | undefined) => before && { ...before, two_factor: row.two_factor },
  );
};

/** Switches a member's two-factor sign-in: shown at once, taken back when it is refused. */
export function useTwoFactorSwitch() {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ row, enabled }: { row: UserRow; enabled: boolean }) =>
      call(send, 'users.set-two-factor', { params: { id: row.id }, body: { enabled } }),
    onMutate: ({ row, enabled }) => replaceRow(client, send, { ...row, two_factor: enabled }),
    onSuccess: (row) => replaceRow(client, send, row),
    onError: (_error, { row }) => replaceRow(client, send, row),
  });
}

/** One change can show in every part of the account: who may be removed depends on the others. */
const refresh = (client: QueryClient): Promise<void> => client.invalidateQueries(queriesOf('users', 'accounts', 'drivers'));

/** Any write about users, after which their lists are asked for again. */
export function useUserWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    // Also after a refusal: what was shown may have been old, and of two calls the first may have worked.
    onSettled: () => void refresh(client),
  });
}

type AccessPairs = Required<InputOf<'users.change-access'>['body']>;
export type AccessAnswer = DataOf<'users.change-access'>;
/** What one call takes of each (contract). */
const PAIRS_AT_ONCE = 20_000;

/** Gives and takes access; more than one call takes only where a whole large company is changed at once. */
export async function changeAccess(send: Send, { give, take }: AccessPairs): Promise<AccessAnswer> {
  let answer: AccessAnswer = { given: 0, taken: 0, bookings: 0, refused: [] };
  for (let i = 0; i < Math.max(give.length, take.length); i += PAIRS_AT_ONCE) {
    const body = { give: give.slice(i, i + PAIRS_AT_ONCE), take: take.slice(i, i + PAIRS_AT_ONCE) };
    const part = await call(send, 'users.change-access', { body });
    answer = {
      given: answer.given + part.given,
      taken: answer.taken + part.taken,
      bookings: answer.bookings + part.bookings,
      refused: [...answer.refused, ...part.refused],
    };
  }
  return answer;
}

/** Invites a new user. */
export const inviteUser = (send: Send, draft: UserDraft) => {
  const { rights, unit_ids, ...fields } = draft;
  return call(send, 'users.invite', {
    body: { ...fields, rights: draft.is_admin ? [] : [...rights], unit_ids: draft.is_admin ? [] : [...unit_ids] },
  });
};

/** Saves what was changed of a user, then of their access. */
export async function saveUser(
  send: Send,
  { id, before, after, was }: { id: number; before: UserDraft; after: UserDraft; was: User | null },
): Promise<AccessAnswer | null> {
  const body = changesOf(before, after);
  const fields = Object.keys(body) as (keyof User)[];
  // ERR-041: null overwrites.
  const began = was && Object.fromEntries(fields.map((field) => [field, was[field]]));
  if (fields.length > 0)
    await call(send, 'users.update', { params: { id }, body: { ...body, ...(began ? { was: began } : {}) } });
  const pairs = accessChangesOf(id, before.unit_ids, after.unit_ids);
  if (pairs.give.length + pairs.take.length === 0) return null;
  return changeAccess(send, pairs);
}
export const noticeQuery = (send: Send) => endpointQuery(send, 'users.notice', {});

function useNoticeChange<Input>(change: (send: Send, input: Input) => Promise<DataOf<'users.notice'>>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (notice) => client.setQueryData(noticeQuery(send).queryKey, notice),
  });
}
export const useNoticeRead = () => useNoticeChange<void>((send) => call(send, 'users.acknowledge-notice', {}));
export const useNoticeRequirement = () =>
  useNoticeChange((send, required: boolean) => call(send, 'users.require-notice', { body: { required } }));
