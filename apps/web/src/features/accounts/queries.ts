import type { GroupKind } from '@spora/contract/accounts/endpoints';
import type { InputOf } from '@spora/contract/endpoint-map';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const groupsQuery = (send: Send, kind: GroupKind) => endpointQuery(send, 'accounts.list-groups', { params: { kind } });
export const usualPurposeQuery = (send: Send, id: number) => endpointQuery(send, 'accounts.usual-purpose', { params: { id } });
export const companyQuery = (send: Send) => endpointQuery(send, 'accounts.company', {});
/** Who can have done something: the list of the users page, under its own key. */
export const actorsQuery = (send: Send) => endpointQuery(send, 'users.list', { query: { limit: -1 } });

export type AuditFilter = Omit<InputOf<'accounts.audit'>['query'], 'before' | 'limit'>;
const AUDIT_PAGE = 100;

/** The audit log, a page at a time, each older than the one before. */
export const auditQuery = (send: Send, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['accounts.audit', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        send,
        'accounts.audit',
        { query: { ...filter, limit: AUDIT_PAGE, ...(pageParam === null ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.has_more ? page.rows.at(-1)?.id : undefined),
    staleTime: 0,
  });

/**
 * A write about the account's groups, after which everything that shows or counts them is asked for again. `awaitsRows`: it counts as
 * done when that is there.
 */
export function useGroupWrite<Input, Data>(
  write: (send: Send, input: Input) => Promise<Data>,
  { awaitsRows = true }: { readonly awaitsRows?: boolean } = {},
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    // Also after a refusal: somebody else may have changed what is shown. Other rooms name groups too.
    onSettled: () => {
      const read = client.invalidateQueries({
        predicate: ({ queryKey: [id] }) => typeof id === 'string' && /^(accounts|users|units)\./.test(id),
      });
      return awaitsRows ? read : undefined;
    },
  });
}

export function useCompanyWrite() {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'accounts.update-company'>['body']) => call(send, 'accounts.update-company', { body }),
    // Also after a refusal: somebody else may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: companyQuery(send).queryKey }),
  });
}
