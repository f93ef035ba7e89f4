import type { Refuelling, RefuellingInput } from '@spora/contract/refuelling/endpoints';
import { infiniteQueryOptions, useMutation, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/call.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const refuellingsQuery = (send: Send, imei: string) =>
  infiniteQueryOptions({
    queryKey: ['refuelling.list', { imei }] as const,
    queryFn: ({ signal, pageParam }) =>
      call(send, 'refuelling.list', { params: { imei }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.has_more ? all.length + 1 : undefined),
  });

/** A receipt's bytes. */
export const receiptQuery = (send: Send, imei: string, id: number): UseQueryOptions<Blob> => ({
  queryKey: ['refuelling.receipt', { imei, id }],
  queryFn: async ({ signal }): Promise<Blob> => {
    const answer = await callFile(send, 'refuelling.receipt', { params: { imei, id } }, { signal });
    return answer.response!.blob();
  },
});

/** What becomes of the receipt: another file, none any more, or as it is. */
export type ReceiptChange = { readonly file: Blob } | 'remove' | null;

export interface Saving {
  readonly body: RefuellingInput;
  readonly receipt: ReceiptChange;
  /** The entry is saved, whatever becomes of its receipt. */
  readonly onSaved: (id: number) => void;
}

/** What can be done with the entries of a unit. */
export function useRefuellingChanges(imei: string) {
  const send = useSend();
  const client = useQueryClient();
  const onSettled = (): void => {
    for (const id of ['refuelling.list', 'refuelling.receipt', 'reports.fuel']) void client.invalidateQueries({ queryKey: [id] });
  };
  const save = async ({ body, receipt, onSaved }: Saving): Promise<number> => {
    const { id } = await call(send, 'refuelling.save', { params: { imei }, body });
    onSaved(id);
    if (receipt === 'remove') await call(send, 'refuelling.remove-receipt', { params: { imei, id } });
    else if (receipt) await call(send, 'refuelling.set-receipt', { params: { imei, id }, file: receipt.file });
    return id;
  };
  const of = ({ id }: { readonly id: number }) => ({ params: { imei, id } });
  return {
    save: useMutation({ mutationFn: save, onSettled }),
    remove: useMutation({
      mutationFn: (entry: { readonly id: number }) => call(send, 'refuelling.remove', of(entry)),
      onSettled,
    }),
    restore: useMutation({ mutationFn: (entry: Refuelling) => call(send, 'refuelling.restore', of(entry)), onSettled }),
  };
}
