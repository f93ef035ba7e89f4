import type { DataOf } from '@spora/contract/endpoint-map';
import type { Profile, UserRow } from '@spora/contract/users';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const profileQuery = (send: Send) => endpointQuery(send, 'users.profile', {});
export const usersQuery = (send: Send) => endpointQuery(send, 'users.list', { query: { limit: -1 } });

/** A change of one's own profile; what the server answers is what is shown. */
export function useProfileChange<Input>(change: (send: Send, input: Input) => Promise<Profile>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (profile) => client.setQueryData(profileQuery(send).queryKey, profile),
  });
}

const replaceRow = (client: QueryClient, send: Send, row: UserRow): void => {
  client.setQueryData(
    usersQuery(send).queryKey,
    (before: DataOf<'users.list'> | undefined) =>
      before && { user: before.user.map((each) => (each.id === row.id ? row : each)) },
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
